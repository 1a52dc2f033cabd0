import type { ScheduleDraft } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { Badge } from '@ultimate/kit/components/feedback/badge.tsx'
import dragStyles from '../../../pools/drag-area.module.css'
import styles from './draft-grid.module.css'
import { markNoPlace } from './draft-grid.tsx'
import { focusGame, GameButton } from './game-button.tsx'

const conflictLabels = { team: 'Team', field: 'Field', rest: 'Rest' } as const

/** The conflicts in sentences. Each leads to its last game. */
export function ConflictList({ draft: { conflicts } }: { readonly draft: ScheduleDraft }) {
  return (
    <section className={classNames(dragStyles['panel'], styles['panel'])} aria-labelledby="conflicts">
      <h2 id="conflicts">
        Conflicts <span>({conflicts.length})</span>
      </h2>
      {conflicts.length === 0 && <p className={styles['none']}>No team or field has two games at a time.</p>}
      <ul className={styles['list']}>
        {conflicts.map(({ kind, games, sentence }) => (
          <li key={`${sentence}/${games.join()}`}>
            <button type="button" className={styles['conflict']} onClick={() => focusGame(games.at(-1) ?? '')}>
              <Badge tone={kind === 'rest' ? 'warn' : 'bad'}>{conflictLabels[kind]}</Badge>
              <span>{sentence}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface TrayProps {
  readonly draft: ScheduleDraft
  readonly held: string | null
  readonly isWriting: boolean
  readonly onHold: (game: string | null) => void
  readonly onTakeOff: () => void
}

/** The games without a place, with the reason. A game that is dropped here gives up its place. */
export function Tray({ draft, held, isWriting, onHold, onTakeOff }: TrayProps) {
  const { games, unplaced } = draft
  const reasons = new Map(unplaced.map(({ game, reason }) => [game, reason]))
  const unplacedGames = games.filter(({ id }) => reasons.has(id))
  const isPlacedHeld = held !== null && !reasons.has(held)
  return (
    <section
      className={classNames(dragStyles['panel'], styles['panel'])}
      data-region=""
      aria-labelledby="tray"
      {...markNoPlace}
    >
      <h2 id="tray" tabIndex={-1}>
        Without a place <span>({unplacedGames.length})</span>
      </h2>
      {unplacedGames.length === 0 && <p className={styles['none']}>Every game has a round and a field.</p>}
      <ul className={styles['list']}>
        {unplacedGames.map((game) => (
          <li key={game.id} className={styles['waiting']}>
            <GameButton
              id={`tray/${game.id}`}
              game={game}
              draft={draft}
              isHeld={game.id === held}
              isWriting={isWriting}
              onTap={() => isWriting || onHold(game.id === held ? null : game.id)}
            />
            <p>{reasons.get(game.id)}</p>
          </li>
        ))}
      </ul>
      {isPlacedHeld && (
        <Button variant="secondary" size="compact" aria-disabled={isWriting} onClick={() => isWriting || onTakeOff()}>
          Take off the schedule
        </Button>
      )}
    </section>
  )
}
