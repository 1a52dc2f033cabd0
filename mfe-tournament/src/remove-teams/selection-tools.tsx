import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { ListChecks } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import type { ListedTeam } from '../teams/team-list.ts'
import styles from './selection-tools.module.css'
import type { RemovalTools } from './use-removal.ts'

interface SelectionToolsProps {
  readonly removal: RemovalTools
  readonly found: readonly ListedTeam[]
  readonly start: RefObject<HTMLButtonElement | null>
  readonly onStop: () => void
}

/** The line above the list: where selecting begins, and where all that are listed are ticked at once. */
export function SelectionTools({ removal, found, start, onStop }: SelectionToolsProps) {
  const { send, isSelecting } = removal
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
          onClick={() => send({ type: 'start' })}
        >
          Select teams
        </Button>
      )}
    </div>
  )
}

function SelectAll({ removal: { send, selected }, found }: Pick<SelectionToolsProps, 'removal' | 'found'>) {
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
      onCheckedChange={(on) => send({ type: 'select', ids: found.map(({ team }) => team.id), on })}
    />
  )
}
