import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import { type BoardState, findPlace } from '@ultimate/events/dinner/board.ts'
import type { RequestDetails } from '@ultimate/events/dinner/dish-details.ts'
import { phaseOf } from '@ultimate/events/dinner/session.ts'
import { type DishPlace, placeName } from '@ultimate/events/dinner/signup.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { floatsAtBottom } from '@ultimate/kit/components/layout/floating.ts'
import type { QueuedCommand } from '@ultimate/kit/offline-queue/command.ts'
import type { decideCommand } from '@ultimate/kit/offline-queue/queue.ts'
import { TriangleAlert } from 'lucide-react'
import { StatedDetails } from '../../common/stated-details.tsx'
import { type LoadedBoard, toPlace } from '../board-query.ts'
import type { Notice } from './move-dish.machine.ts'
import styles from './picked-up-bar.module.css'
import { UseMineButton } from './use-mine-button.tsx'

export const findDish = ({ items, finished, leftovers }: LoadedBoard, dish: string): BoardItem | undefined =>
  [...items, ...finished, ...leftovers].find(({ id }) => id === dish)

export const nameOfDish = (board: LoadedBoard, dish: string): string => findDish(board, dish)?.slot_name ?? 'This dish'

/** Returns a place as words within a sentence: `in Holding`, `on Buffet 3`. */
const placeWords = (place: DishPlace): string => `${place.zone === 'holding' ? 'in' : 'on'} ${placeName(place)}`

/** Describes where the dish is now, and why. */
export function describeNotice(board: LoadedBoard, shown: BoardState, notice: Notice): string {
  if (notice.kind === 'taken') return describeTaken(board, shown, notice.dish)
  const { kind, dish, sentence } = notice
  const name = nameOfDish(board, dish)
  const place = findPlace(shown, dish)
  const where = place === null ? 'done' : placeWords(place)
  return kind === 'elsewhere' ? `${sentence} ${name} is ${where} now.` : `${name} is still ${where}. ${sentence}`
}

/** Describes why a dish is no longer in the hand. */
function describeTaken(board: LoadedBoard, shown: BoardState, dish: string): string {
  const item = findDish(board, dish)
  const name = nameOfDish(board, dish)
  const mover = item?.moved_by ?? 'Someone'
  const end = 'It is no longer in your hand.'
  if (phaseOf(shown.session) === 'completed') return `Dinner is finished. ${end}`
  if (item === undefined) return `${name} is no longer on the board. ${end}`
  if (findPlace(shown, dish) === null) return `${mover} marked ${name} as done. ${end}`
  return `${mover} has moved ${name}: it is ${placeWords(toPlace(item))} now. ${end}`
}

export type Decision = Parameters<typeof decideCommand>[1]

interface PickedUpBarProps {
  /** The dish that is picked up; null for none. */
  readonly pickedUp: ({ readonly name: string } & RequestDetails) | null
  /** Explains why a dish is not where the user put it; null for none. */
  readonly notice: string | null
  /** The rejected command of this device about the dish of the notice, or about the picked-up one. */
  readonly rejected: QueuedCommand | null
  readonly onLetGo: () => void
  readonly onDismiss: () => void
  readonly onResolve: (command: QueuedCommand, decision: Decision) => void
}

/**
 * Shows the dish that is picked up, or why a dish is not where the user put it. The bar moves no other element: it
 * covers the row of tools, the heads of the zones once these are scrolled to the top, or the lower edge of a phone.
 */
export function PickedUpBar({ pickedUp, notice, rejected, onLetGo, onDismiss, onResolve }: PickedUpBarProps) {
  const message = notice ?? rejected?.rejection?.message ?? null
  return (
    <div ref={floatsAtBottom} className={styles['place']}>
      <div role="alert">
        {message !== null && (
          <div className={styles['bar']} data-tone="warn">
            <TriangleAlert aria-hidden="true" />
            <p className={styles['words']}>{message}</p>
            {rejected ? (
              <ResolveRejected command={rejected} onResolve={onResolve} />
            ) : (
              <Button variant="quiet" size="compact" className={styles['button']} onClick={onDismiss}>
                OK
              </Button>
            )}
          </div>
        )}
      </div>
      <div role="status">
        {pickedUp !== null && (
          <div className={styles['bar']}>
            <div className={styles['words']}>
              <p className={styles['hand']}>
                <strong>{pickedUp.name}</strong> is in your hand. Tap a free slot.
              </p>
              <StatedDetails of={pickedUp} className={styles['allergens']} />
            </div>
            <Button variant="quiet" size="compact" className={styles['button']} onClick={onLetGo}>
              Cancel
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

/** The rejection stays on the dish until the user has chosen. */
function ResolveRejected({
  command,
  onResolve,
}: { readonly command: QueuedCommand } & Pick<PickedUpBarProps, 'onResolve'>) {
  return (
    <div className={styles['choice']}>
      <UseMineButton
        commands={[command]}
        variant="quiet"
        size="compact"
        className={styles['button']}
        onPress={() => onResolve(command, 'repeat')}
      />
      <Button variant="quiet" size="compact" className={styles['button']} onClick={() => onResolve(command, 'discard')}>
        Use theirs
      </Button>
    </div>
  )
}
