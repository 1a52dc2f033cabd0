import { useDraggable } from '@dnd-kit/react'
import { stopsPublication } from '@ultimate/events/tournament/weekend/conflicts.ts'
import { clockTime, shortDivisions } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Game, ScheduleDraft } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { sideName } from '../../shown-games.ts'
import styles from './draft-grid.module.css'

interface GameButtonProps {
  /** Names the button while it is dragged. */
  readonly id: string
  /** Undefined for a free place. */
  readonly game: Game | undefined
  /** The place in words; absent for a game without one. */
  readonly place?: string
  /** The start of the round: a game that begins at another time shows its own. */
  readonly start?: string
  readonly draft: ScheduleDraft
  readonly isHeld: boolean
  readonly isWriting: boolean
  /** True where a press does nothing. */
  readonly isIdle?: boolean
  readonly onTap: () => void
}

/**
 * A game that is dragged, or picked up by one tap and put down by the next; or a free place. The style sheet reads the
 * `data-` attributes, and `focusGame` reads `data-game`.
 */
export function GameButton({ id, game, place, start, draft, isHeld, isWriting, isIdle, onTap }: GameButtonProps) {
  const conflictsId = useId()
  const { ref, isDragSource } = useDraggable({
    id,
    data: { dragged: game?.id ?? '' },
    disabled: isWriting || game === undefined,
  })
  const conflicts = draft.conflicts.filter(({ games }) => game !== undefined && games.includes(game.id))
  const isClash = conflicts.some(stopsPublication)
  return (
    <button
      ref={ref}
      type="button"
      className={styles['game']}
      data-status={game?.status}
      data-game={game?.id}
      data-conflict={conflicts.length === 0 ? undefined : isClash ? 'clash' : 'rest'}
      data-lifted={isDragSource || undefined}
      aria-pressed={game && isHeld}
      aria-disabled={isWriting || isIdle}
      aria-describedby={conflicts.length > 0 ? conflictsId : undefined}
      onClick={onTap}
    >
      {game ? (
        <GameWords game={game} start={start} isMarked={conflicts.length > 0} />
      ) : (
        <span className={styles['free']}>Free</span>
      )}
      {place !== undefined && <VisuallyHidden>{place}</VisuallyHidden>}
      {conflicts.length > 0 && (
        <span id={conflictsId} hidden>
          {conflicts.map(({ sentence }) => sentence).join(' ')}
        </span>
      )}
    </button>
  )
}

interface GameWordsProps {
  readonly game: Game
  readonly start: string | undefined
  readonly isMarked: boolean
}

function GameWords({ game, start = game.start ?? '', isMarked }: GameWordsProps) {
  return (
    <>
      <span className={styles['label']}>
        {game.label}
        <span className={styles['division']}>{shortDivisions[game.division]}</span>
        {game.start && game.start !== start && <span className={styles['late']}>{clockTime(game.start)}</span>}
        {game.status === 'cancelled' && <span className={styles['late']}>Canceled</span>}
        {isMarked && <TriangleAlert className={styles['mark']} aria-hidden="true" />}
      </span>
      <bdi className={styles['team']}>{sideName(game.home)}</bdi>
      <bdi className={styles['team']}>{sideName(game.away)}</bdi>
    </>
  )
}

/** Focuses a game in its new place. */
export function focusGame(game: string): void {
  document.querySelector<HTMLElement>(`[data-game="${CSS.escape(game)}"]`)?.focus()
}
