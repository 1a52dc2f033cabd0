import type { Team } from '@ultimate/events/tournament/api.ts'
import { ScreenOnly } from '@ultimate/kit/components/print-only.tsx'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { RemovedTeams } from '../restore-team/removed-teams.tsx'
import type { ListedTeam, ListFilter } from '../teams/team-list.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { SelectionTools } from './selection-tools.tsx'
import { useRemoval } from './use-removal.ts'

/** What is ticked; the function is stable. */
export interface Selection {
  readonly selected: ReadonlySet<string>
  readonly onSelect: (id: string, on: boolean) => void
}

export interface StaffListProps {
  /** All that are in. */
  readonly teams: readonly Team[]
  /** Those that the filter leaves. */
  readonly found: readonly ListedTeam[]
  readonly filter: ListFilter
  /** The list itself, with boxes to tick where a selection is given. */
  readonly children: (selection?: Selection) => ReactNode
}

/** The list as TD and admin get it: teams can be selected and removed, and removed ones restored. */
export function StaffList({ teams, found, filter, children }: StaffListProps) {
  const removal = useRemoval(useMemo(() => new Set(teams.map(({ id }) => id)), [teams]))
  const { send, selected, isSelecting } = removal
  const onSelect = useCallback((id: string, on: boolean) => send({ type: 'select', ids: [id], on }), [send])
  const start = useRef<HTMLButtonElement>(null)
  const stop = () => {
    send({ type: 'stop' })
    requestAnimationFrame(() => start.current?.focus())
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape is a short cut for the button that says Cancel. */}
      <div
        onKeyDown={({ key, defaultPrevented }) => {
          if (key === 'Escape' && isSelecting && !removal.isAsking && !defaultPrevented) stop()
        }}
      >
        <ScreenOnly>
          <SelectionTools removal={removal} found={found} start={start} onStop={stop} />
        </ScreenOnly>
        {children(isSelecting ? { selected, onSelect } : undefined)}
        <SelectionBar removal={removal} found={found} />
      </div>
      <RemoveDialog removal={removal} teams={teams} />
      <ScreenOnly>
        <RemovedTeams filter={filter} />
      </ScreenOnly>
    </>
  )
}
