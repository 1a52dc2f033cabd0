import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Trash2 } from 'lucide-react'
import type { ListedTeam } from '../teams/team-list.ts'
import { countOfTeams } from '../teams/teams-query.ts'
import styles from './selection-bar.module.css'
import type { RemovalTools } from './use-removal.ts'

interface SelectionBarProps {
  readonly removal: RemovalTools
  readonly found: readonly ListedTeam[]
}

/** Floats at the lower edge while teams are selected: how many, also of those that the filter hides, and what to do. */
export function SelectionBar({ removal: { send, selected, isSelecting }, found }: SelectionBarProps) {
  if (!isSelecting) return null
  const listed = found.filter(({ team }) => selected.has(team.id)).length
  const hidden = selected.size - listed
  return (
    <>
      {/* So that the last row can be scrolled out from under the bar. */}
      <div className={styles['room']} />
      <div className={styles['place']}>
        <div className={styles['bar']} data-ground="festive">
          <p role="status">
            {selected.size === 0 ? 'No team selected' : `${countOfTeams(selected.size)} selected`}
            {hidden > 0 && <span className={styles['hidden']}> ({hidden} not listed now)</span>}
          </p>
          <Button
            size="compact"
            icon={<Trash2 aria-hidden="true" />}
            disabled={selected.size === 0}
            onClick={() => send({ type: 'ask' })}
          >
            Remove…
          </Button>
        </div>
      </div>
    </>
  )
}
