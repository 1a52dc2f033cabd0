import { useDraggable } from '@dnd-kit/react'
import type { BoardItem, Session } from '@ultimate/events/dinner/board/board-api.ts'
import { type BoardState, buildBoard } from '@ultimate/events/dinner/board.ts'
import { type DishPlace, isSamePlace, placeName, type Zone } from '@ultimate/events/dinner/signup.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import type { QueuedStatus } from '@ultimate/kit/offline-queue/command.ts'
import { StatusBadge } from '@ultimate/kit/offline-queue/status-badge.tsx'
import { createContext, memo, use } from 'react'
import { NamedAllergens } from '../../common/allergens.tsx'
import { ReceivedLate } from '../../common/received-late.tsx'
import type { BoardDishWithItem } from '../board-query.ts'
import styles from './dish-card.module.css'
import { DishClock, StoodTime } from './dish-clock.tsx'

/** The actions of a user on the live board. The object stays the same, because a new one would render every dish. */
export interface BoardActions {
  readonly tapDish: (dish: string, at: DishPlace) => void
  readonly tapPlace: (place: DishPlace) => void
  readonly done: (dish: string) => void
}

export interface BoardView {
  readonly session: Session
  /** The moment of a replayed board; undefined on the live one. */
  readonly asOf?: string | undefined
  /** Null where the board is read-only. */
  readonly actions: BoardActions | null
}

/** The marks on dishes, which change often. Zones pass each dish its own, because a context would render every dish. */
export interface BoardMarks {
  /** The dish that is picked up. */
  readonly held: string | null
  /** By the id of a dish: the name of the user who has just moved the dish. The live board shows only other users. */
  readonly moverByDish: ReadonlyMap<string, string>
  /** By the id of a dish: the status of this device's last command about the dish, until the server has answered. */
  readonly statuses?: ReadonlyMap<string, QueuedStatus>
}

/** Picks the marks of one dish. */
export const pickMarks = ({ held, moverByDish, statuses }: BoardMarks, dish: string) => ({
  isHeld: held === dish,
  mover: moverByDish.get(dish),
  status: statuses?.get(dish),
})

export const BoardViewContext = createContext<BoardView | null>(null)

export function useBoardView(): BoardView {
  const view = use(BoardViewContext)
  if (view === null) throw new Error('a dish can only be drawn on a board')
  return view
}

export interface ShownItem {
  readonly item: BoardItem
  readonly place: DishPlace
}

/**
 * Returns the dishes where the board shows them: the server's answer, with the changes of this page on top.
 * `buildBoard` counts only the stays since the answer, so the seconds of the answer are added.
 */
export const listShownItems = ({ dishes, session }: BoardState<BoardDishWithItem>): readonly ShownItem[] =>
  buildBoard(dishes, session).items.map(({ dish, buffetEnteredAt, buffetTotalDuration }) => ({
    item: withClock(dish.item, buffetEnteredAt, dish.item.buffet_total_duration + buffetTotalDuration),
    place: dish.state.place,
  }))

/** Returns the item with the clock that the rules compute; the same object if nothing differs, so it is not redrawn. */
function withClock(item: BoardItem, enteredAt: string | null, total: number): BoardItem {
  const isSame =
    item.emptied_at === null && item.buffet_entered_at === enteredAt && item.buffet_total_duration === total
  return isSame ? item : { ...item, emptied_at: null, buffet_entered_at: enteredAt, buffet_total_duration: total }
}

/** Returns the finished dishes, including those that this page has just marked as done. */
export const listShownFinished = ({ dishes, session }: BoardState<BoardDishWithItem>): readonly BoardItem[] =>
  buildBoard(dishes, session).finished.map(({ dish }) => dish.item)

export const filterByZone = (items: readonly ShownItem[], zone: Zone): readonly ShownItem[] =>
  items.filter(({ place }) => place.zone === zone)

/** Returns a place as the value of a data attribute; `placeFromKey` reads it back. */
export const placeKey = (place: DishPlace): string =>
  place.zone === 'holding' ? 'holding' : `${place.zone}/${place.position}`

export function placeFromKey(key: string): DishPlace | null {
  const [zone, position] = key.split('/')
  if (zone === 'holding') return { zone }
  return zone === 'warming' || zone === 'buffet' ? { zone, position: Number(position) } : null
}

export interface DishCardProps extends ShownItem {
  readonly isHeld: boolean
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
  return isSame && one.isHeld === other.isHeld && one.mover === other.mover && one.status === other.status
}

function Card({ item, place, isHeld, mover, status }: DishCardProps) {
  const { session, asOf, actions } = useBoardView()
  const { ref, isDragSource } = useDraggable({ id: item.id, data: { dish: item.id }, disabled: actions === null })
  const onBuffet = place.zone === 'buffet'
  const isHolding = place.zone === 'holding'
  const lastLine = chooseLastLine({ isHolding, mover, status, isLate: item.came_in_at !== undefined })
  const words = (
    <span className={styles['words']}>
      <DishName item={item} hasSign={!isHolding} />
      {mover !== undefined && <bdi className={classNames(styles['who'], styles['mover'])}>{mover}</bdi>}
      {(isHolding || lastLine === 'who') && (
        <bdi className={classNames(styles['who'], styles['person'])}>{item.person_name}</bdi>
      )}
      {isHolding && lastLine === 'who' && <bdi className={styles['who']}>{item.team_name}</bdi>}
      {isHolding && <DishAllergens item={item} />}
      {lastLine === 'late' && <ReceivedLate signup={item} className={styles['who']} />}
      {status && <StatusBadge status={status} className={styles['step']} />}
      {onBuffet ? <DishClock item={item} session={session} asOf={asOf} /> : <StoodTime item={item} />}
    </span>
  )
  return (
    <div
      className={styles['card']}
      data-card={item.id}
      data-zone={place.zone}
      data-held={isHeld || undefined}
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
          aria-pressed={isHeld}
          onClick={() => actions.tapDish(item.id, place)}
        >
          {words}
          <VisuallyHidden>on {placeName(place)}</VisuallyHidden>
        </button>
      ) : (
        <div className={styles['face']}>{words}</div>
      )}
      {actions && onBuffet && session.started_at !== null && session.finished_at === null && (
        <Button
          variant="secondary"
          size="compact"
          className={styles['done']}
          aria-label={`Done: ${item.slot_name}`}
          onClick={() => actions.done(item.id)}
        >
          Done
        </Button>
      )}
    </div>
  )
}

interface CardLines {
  readonly isHolding: boolean
  readonly mover: string | undefined
  readonly status: QueuedStatus | undefined
  readonly isLate: boolean
}

/**
 * Chooses the last line of a card: who brings the dish, unless the status of a command (`step`) or a late action
 * replaces that line, so that the card has the same height. Outside of Holding, the name of a mover leaves no room for
 * `late`.
 */
function chooseLastLine({ isHolding, mover, status, isLate }: CardLines): 'step' | 'late' | 'who' | 'none' {
  if (status !== undefined) return 'step'
  if (!isLate) return 'who'
  return isHolding || mover === undefined ? 'late' : 'none'
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
          {item && <DishAllergens item={item} />}
          {item && <StoodTime item={item} />}
        </span>
      </div>
    </div>
  )
}

/** The name of a dish. Outside of Holding there is no room for the allergens in words, so a sign stands for them. */
const DishName = ({ item, hasSign }: { readonly item: BoardItem; readonly hasSign: boolean }) => (
  <bdi className={styles['name']}>
    {hasSign && <NamedAllergens allergens={item.allergens} isSign />}
    {item.slot_name}
  </bdi>
)

const DishAllergens = ({ item }: { readonly item: BoardItem }) => (
  <NamedAllergens allergens={item.allergens} className={styles['holds']} />
)

/** Returns the person and the team that bring a dish: `Becky, Huck Finns`. */
export const describeBringer = ({ person_name, team_name }: Pick<BoardItem, 'person_name' | 'team_name'>): string =>
  [person_name, team_name].filter(Boolean).join(', ')
