import type { Team } from '@ultimate/events/tournament/api.ts'
import { ScreenOnly } from '@ultimate/kit/components/layout/page.tsx'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import { RemoveDialog } from './remove-dialog.tsx'
import { RemovedTeams } from './removed-teams.tsx'
import { SelectionBar, SelectionTools } from './selection.tsx'
import type { ListedTeam, ListFilter } from './team-list.ts'
import { useRemoval } from './use-removal.ts'

/** The selected teams, while selecting; `onSelect` is stable. */
export interface Selection {
  readonly selected: ReadonlySet<string>
  readonly onSelect: (id: string, on: boolean) => void
  /** Escape is a short cut for the Cancel button. */
  readonly onEscape: () => void
}

export interface StaffToolsProps {
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
 * The tools of TD and admin around the list: teams can be selected and removed, and removed ones restored. They load
 * later than the list, which is therefore a sibling and not a child: an edit under way in a row is not lost.
 */
export function StaffTools({ teams, found, filter, below, onSelection }: StaffToolsProps) {
  const removal = useRemoval(useMemo(() => new Set(teams.map(({ id }) => id)), [teams]))
  const { select, stop: end, selected, isSelecting, isAsking } = removal
  const onSelect = useCallback((id: string, on: boolean) => select([id], on), [select])
  const start = useRef<HTMLButtonElement>(null)
  const stop = useCallback(() => {
    end()
    requestAnimationFrame(() => start.current?.focus())
  }, [end])
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
