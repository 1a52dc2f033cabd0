import type { Team } from '@ultimate/events/tournament/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { floatsAtBottom } from '@ultimate/kit/components/layout/floating.ts'
import { ScreenOnly, VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { doesSiteMail } from '@ultimate/kit/event/site-mail.ts'
import { messageOrStatus, shortPauses } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { Link2Off, ListChecks, Trash2 } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { RemoveDialog } from './remove-dialog.tsx'
import { RemovedTeams } from './removed-teams.tsx'
import styles from './selection.module.css'
import { isCounted, type ListedTeam, type ListFilter, type ShownTeam } from './team-list.ts'
import { teamsInWords } from './teams-query.ts'
import { type RemovalTools, useRemoval } from './use-removal.ts'

/** The selected teams, while selecting. `onSelect` stays the same function, because rows are memoized. */
export interface Selection {
  readonly selected: ReadonlySet<string>
  readonly onSelect: (id: string, on: boolean) => void
  /** Escape is a short cut for the Cancel button. */
  readonly onEscape: () => void
}

interface StaffToolsProps {
  /** All registered teams. */
  readonly teams: readonly Team[]
  /** The teams that match the filter. */
  readonly found: readonly ListedTeam[]
  readonly filter: ListFilter
  /** The element below the list, for the parts that belong there. */
  readonly below: HTMLElement | null
  /** Called with each change of the selection, and with null where nothing is being selected. */
  readonly onSelection: (selection: Selection | null) => void
}

/**
 * The tools of TD and admin around the list, with which they select, remove and restore teams. The list is a sibling and not
 * a child, so that an edit in a row is not lost when these tools have loaded.
 */
export function StaffTools({ teams, found, filter, below, onSelection }: StaffToolsProps) {
  const removal = useRemoval(useMemo(() => new Set(teams.map(({ id }) => id)), [teams]))
  const { select, stop: endSelection, selected, isSelecting, isAsking } = removal
  const onSelect = useCallback((id: string, on: boolean) => select([id], on), [select])
  const start = useRef<HTMLButtonElement>(null)
  const stop = useCallback(() => {
    endSelection()
    requestAnimationFrame(() => start.current?.focus())
  }, [endSelection])
  useLayoutEffect(() => {
    const onEscape = isAsking ? () => {} : stop
    onSelection(isSelecting ? { selected, onSelect, onEscape } : null)
  }, [isSelecting, isAsking, selected, onSelect, stop, onSelection])
  return (
    <>
      <ScreenOnly>
        <SelectionTools removal={removal} found={found} start={start} onStop={stop} />
      </ScreenOnly>
      <RemoveDialog removal={removal} teams={teams} afterwards={start} />
      {below &&
        createPortal(
          <>
            <SelectionBar removal={removal} teams={teams} found={found} />
            <ScreenOnly>
              <RemovedTeams filter={filter} />
            </ScreenOnly>
          </>,
          below,
        )}
    </>
  )
}

/** Replaces the private link of a captain for TD and admin, after a question that explains what happens. */
export function RevokeBidLink({ team }: { readonly team: Pick<Team, 'id' | 'team_name'> }) {
  const [isAsking, setAsking] = useState(false)
  const revoking = useCommand<void>({
    send: (_, idempotencyKey) =>
      call('POST /api/teams/{id}/revoke-link', { params: { id: team.id } }, { idempotencyKey }),
    pauses: shortPauses,
    failed: (error) => messageOrStatus(error, 'No response. Please try again.'),
    onDone: () => {
      toast.success(`The private link of ${team.team_name} is replaced.`)
      setAsking(false)
    },
  })
  return (
    <>
      <Button variant="quiet" size="compact" icon={<Link2Off aria-hidden="true" />} onClick={() => setAsking(true)}>
        New link…
        <VisuallyHidden> for {team.team_name}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        open={isAsking}
        tone="danger"
        title={`Replace the private link of ${team.team_name}?`}
        confirmLabel="Replace the link"
        command={revoking}
        onConfirm={() => revoking.run()}
        onCancel={() => setAsking(false)}
      >
        <p>Anyone who has a link to this bid can no longer open, correct or withdraw it. The bid stays as it is.</p>
        <p>
          {doesSiteMail()
            ? 'We’ll email the captain a new link.'
            : 'This site sends no email: please tell the captain to ask for a new link.'}
        </p>
        <p>This cannot be undone.</p>
      </ConfirmDialog>
    </>
  )
}

interface SelectionToolsProps {
  readonly removal: RemovalTools
  readonly found: readonly ListedTeam[]
  readonly start: RefObject<HTMLButtonElement | null>
  readonly onStop: () => void
}

/** The line above the list: starts selecting, and selects all listed teams at once. */
function SelectionTools({ removal, found, start, onStop }: SelectionToolsProps) {
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
  const areAllSelected = count === found.length && count > 0
  // The button that had the focus is gone: the checkbox replaces it.
  useEffect(() => box.current?.focus(), [])
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !areAllSelected
  }, [count, areAllSelected])
  return (
    <Checkbox
      ref={box}
      label={found.length === 1 ? 'Select the one listed' : `Select all ${found.length.toLocaleString('en-US')} listed`}
      checked={areAllSelected}
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

/** Floats at the lower edge while teams are selected, and counts them, also those that the filter hides. */
function SelectionBar({ removal: { ask, selected, isSelecting }, teams, found }: SelectionBarProps) {
  if (!isSelecting) return null
  const listed = found.filter(({ team }) => selected.has(team.id)).length
  const hidden = selected.size - listed
  const [onlyTeam] = selected.size === 1 ? teams.filter(({ id }) => selected.has(id)) : []
  return (
    <div ref={floatsAtBottom} className={styles['place']}>
      <div className={styles['bar']} data-ground="festive">
        <p role="status">
          {selected.size === 0 ? 'No team selected' : `${teamsInWords(selected.size)} selected`}
          {hidden > 0 && <span className={styles['hidden']}> ({hidden} not listed now)</span>}
        </p>
        {onlyTeam && isCounted(onlyTeam) && <RevokeBidLink key={onlyTeam.id} team={onlyTeam} />}
        <Button size="compact" icon={<Trash2 aria-hidden="true" />} disabled={selected.size === 0} onClick={ask}>
          Remove…
        </Button>
      </div>
    </div>
  )
}
