import { useDraggable } from '@dnd-kit/react'
import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import { answerToSession, isRunning } from '@ultimate/events/dinner/session.ts'
import { isSamePlace, placeName } from '@ultimate/events/dinner/signup.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import type { QueuedStatus } from '@ultimate/kit/offline-queue/command.ts'
import { StatusBadge } from '@ultimate/kit/offline-queue/status-badge.tsx'
import { memo } from 'react'
import { ReceivedLate } from '../../common/received-late.tsx'
import { StatedDetails } from '../../common/stated-details.tsx'
import { useBoardView } from '../board-actions.ts'
import styles from './dish-card.module.css'
import { DishClock, StoodTime } from './dish-clock.tsx'
import type { ShownItem } from './shown-items.ts'

/** The marks on dishes, which change often. Zones pass each dish its own, because a context would render every dish. */
export interface BoardMarks {
  /** The dish that is picked up. */
  readonly pickedUp: string | null
  /** By the id of a dish: the name of the user who has just moved the dish. The live board shows only other users. */
  readonly moverByDish: ReadonlyMap<string, string>
  /** By the id of a dish: the status of this device's last command about the dish, until the server has answered. */
  readonly statuses?: ReadonlyMap<string, QueuedStatus>
}

/** Picks the marks of one dish. */
export const pickMarks = ({ pickedUp, moverByDish, statuses }: BoardMarks, dish: string) => ({
  isPickedUp: pickedUp === dish,
  mover: moverByDish.get(dish),
  status: statuses?.get(dish),
})

export interface DishCardProps extends ShownItem {
  readonly isPickedUp: boolean
  /** The user who has just moved the dish; undefined if that was this user. */
  readonly mover: string | undefined
  /** The status of this device's last command about the dish, until the server has answered. */
  readonly status: QueuedStatus | undefined
}

/**
 * A dish on its place, which can be tapped, dragged, or picked up by keyboard. Only a dish that looks different renders
 * again, so that a tap among hundreds of dishes is drawn at once.
 */
export const DishCard = memo(Card, isSameCard)

/** Returns true if the card of a dish looks the same. */
export function isSameCard(one: DishCardProps, other: DishCardProps): boolean {
  const isSame = one.item === other.item && isSamePlace(one.place, other.place)
  return isSame && one.isPickedUp === other.isPickedUp && one.mover === other.mover && one.status === other.status
}

function Card({ item, place, isPickedUp, mover, status }: DishCardProps) {
  const { session, asOf, actions } = useBoardView()
  const { ref, isDragSource } = useDraggable({ id: item.id, data: { dish: item.id }, disabled: actions === null })
  const isOnBuffet = place.zone === 'buffet'
  const isInHolding = place.zone === 'holding'
  const lines = chooseLines({ isInHolding, mover, status, isLate: item.came_in_at !== undefined })
  const words = (
    <span className={styles['words']}>
      <bdi className={styles['name']}>
        {/* Outside of Holding there is no room for words. */}
        {!isInHolding && <StatedDetails of={item} look="sign" />}
        {item.slot_name}
      </bdi>
      {mover !== undefined && <bdi className={classNames(styles['who'], styles['mover'])}>{mover}</bdi>}
      {lines.person && <bdi className={classNames(styles['who'], styles['person'])}>{item.person_name}</bdi>}
      {lines.team && <bdi className={styles['who']}>{item.team_name}</bdi>}
      {isInHolding && <StatedDetails of={item} className={styles['allergens']} />}
      {lines.late && <ReceivedLate signup={item} className={styles['who']} />}
      {status && <StatusBadge status={status} className={styles['status']} />}
      {/* A clock runs while the dish is on the buffet. Once it has left, the card shows how long it stood there. */}
      {isOnBuffet ? <DishClock item={item} session={session} asOf={asOf} /> : <StoodTime item={item} />}
    </span>
  )
  // Drags, glides and `stands-longest.tsx` find the card by `data-card`. The focus finds the button by `data-dish`. Arrow
  // keys go to each `data-stop`. The rest is for the style sheet.
  return (
    <div
      className={styles['card']}
      data-card={item.id}
      data-zone={place.zone}
      data-picked-up={isPickedUp || undefined}
      data-lifted={isDragSource || undefined}
      data-news={mover === undefined ? undefined : true}
    >
      {actions ? (
        <button
          ref={ref}
          type="button"
          className={styles['face']}
          data-dish={item.id}
          data-stop
          aria-pressed={isPickedUp}
          onClick={() => actions.tapDish(item.id, place)}
        >
          {words}
          <VisuallyHidden>on {placeName(place)}</VisuallyHidden>
        </button>
      ) : (
        <div className={styles['face']}>{words}</div>
      )}
      {actions && isOnBuffet && isRunning(answerToSession(session)) && (
        <Button
          variant="secondary"
          size="compact"
          className={styles['done']}
          aria-label={`Done: ${item.slot_name}`}
          onClick={() => actions.markDone(item.id)}
        >
          Done
        </Button>
      )}
    </div>
  )
}

interface CardState {
  readonly isInHolding: boolean
  readonly mover: string | undefined
  readonly status: QueuedStatus | undefined
  /** True if the server received an action about the dish late. */
  readonly isLate: boolean
}

/**
 * Chooses the lines below the name, so that the card keeps its height. The status of a command, or else the note that an
 * action was received late, replaces the team in Holding, and the person elsewhere. A mover replaces the person as well,
 * but only to the eye: the style sheet hides the line.
 */
function chooseLines({ isInHolding, mover, status, isLate }: CardState) {
  const isReplaced = status !== undefined || isLate
  return {
    person: isInHolding || !isReplaced,
    team: isInHolding && !isReplaced,
    // Outside of Holding, the name of a mover leaves no room for the note.
    late: isLate && status === undefined && (isInHolding || mover === undefined),
  }
}

/** The gap that a dish of Holding leaves, of exactly its size. */
export function DishGap({ item }: { readonly item: BoardItem | undefined }) {
  return (
    <div className={styles['gap']} data-zone="holding" aria-hidden="true">
      <div className={styles['face']}>
        <span className={styles['words']}>
          <bdi className={styles['name']}>{item?.slot_name}</bdi>
          <bdi className={styles['who']}>{item?.person_name}</bdi>
          <bdi className={styles['who']}>{item?.team_name}</bdi>
          {item && <StatedDetails of={item} className={styles['allergens']} />}
          {item && <StoodTime item={item} />}
        </span>
      </div>
    </div>
  )
}
