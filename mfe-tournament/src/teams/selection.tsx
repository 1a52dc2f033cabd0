import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { floatsAtBottom } from '@ultimate/kit/components/layout/floating.ts'
import { ListChecks, Trash2 } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { RevokeBidLink } from './revoke-bid-link.tsx'
import styles from './selection.module.css'
import { isCounted, type ListedTeam, type ShownTeam } from './team-list.ts'
import { countOfTeams } from './teams-query.ts'
import type { RemovalTools } from './use-removal.ts'

interface SelectionToolsProps {
  readonly removal: RemovalTools
  readonly found: readonly ListedTeam[]
  readonly start: RefObject<HTMLButtonElement | null>
  readonly onStop: () => void
}

/** The line above the list: starts selecting, and selects all listed teams at once. */
export function SelectionTools({ removal, found, start, onStop }: SelectionToolsProps) {
  const { isSelecting } = removal
  return (
    <div className={styles['tools']}>
      {isSelecting ? (
        <>
          <SelectAll removal={removal} found={found} />
          <Button variant="quiet" size="compact" onClick={onStop}>
            Cancel
          </Button>
        </>
      ) : (
        <Button
          variant="quiet"
          size="compact"
          ref={start}
          icon={<ListChecks aria-hidden="true" />}
          disabled={found.length === 0}
          onClick={() => removal.start()}
        >
          Select teams
        </Button>
      )}
    </div>
  )
}

function SelectAll({ removal: { select, selected }, found }: Pick<SelectionToolsProps, 'removal' | 'found'>) {
  const box = useRef<HTMLInputElement>(null)
  const count = found.filter(({ team }) => selected.has(team.id)).length
  const areAll = count === found.length && count > 0
  // Takes the place of the button that was pressed.
  useEffect(() => box.current?.focus(), [])
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !areAll
  }, [count, areAll])
  return (
    <Checkbox
      ref={box}
      label={found.length === 1 ? 'Select the one listed' : `Select all ${found.length.toLocaleString('en-US')} listed`}
      checked={areAll}
      disabled={found.length === 0}
      onCheckedChange={(on) =>
        select(
          found.map(({ team }) => team.id),
          on,
        )
      }
    />
  )
}

interface SelectionBarProps {
  readonly removal: RemovalTools
  /** All registered teams. */
  readonly teams: readonly ShownTeam[]
  readonly found: readonly ListedTeam[]
}

/** Floats at the lower edge while teams are selected: how many, also of those that the filter hides, and what to do. */
export function SelectionBar({ removal: { ask, selected, isSelecting }, teams, found }: SelectionBarProps) {
  if (!isSelecting) return null
  const listed = found.filter(({ team }) => selected.has(team.id)).length
  const hidden = selected.size - listed
  const [only] = selected.size === 1 ? teams.filter(({ id }) => selected.has(id)) : []
  return (
    <div ref={floatsAtBottom} className={styles['place']}>
      <div className={styles['bar']} data-ground="festive">
        <p role="status">
          {selected.size === 0 ? 'No team selected' : `${countOfTeams(selected.size)} selected`}
          {hidden > 0 && <span className={styles['hidden']}> ({hidden} not listed now)</span>}
        </p>
        {only && isCounted(only) && <RevokeBidLink key={only.id} team={only} />}
        <Button size="compact" icon={<Trash2 aria-hidden="true" />} disabled={selected.size === 0} onClick={ask}>
          Remove…
        </Button>
      </div>
    </div>
  )
}
