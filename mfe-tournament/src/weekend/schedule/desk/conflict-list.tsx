import type { ScheduleDraft } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { Badge } from '@ultimate/kit/components/feedback/badge.tsx'
import dragStyles from '../../../pools/drag-area.module.css'
import styles from './draft-grid.module.css'
import { focusGame } from './game-button.tsx'

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
