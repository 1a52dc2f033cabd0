import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { divisionLabels } from '@ultimate/events/tournament/team.ts'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { DataTable } from '@ultimate/kit/components/display/data-table.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { ChoiceCards } from '@ultimate/kit/components/fields/choice-cards.tsx'
import { SearchField } from '@ultimate/kit/components/fields/search-field.tsx'
import { Page, PrintOnly, ScreenOnly } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { late } from '@ultimate/kit/components/loading/late.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useMemo, useState } from 'react'
import { ExportTeams } from '../export-teams/export-teams.tsx'
import type { Selection } from '../remove-teams/staff-tools.tsx'
import { Standing } from './standing.tsx'
import {
  countByDivision,
  type DivisionFilter,
  divisionFilters,
  filterTeams,
  inOrder,
  isCounted,
  isFiltering,
  type KnownTeam,
} from './team-list.ts'
import { TeamRow } from './team-row.tsx'
import styles from './teams-page.module.css'
import { useTeams } from './teams-query.ts'
import { useListFilter } from './use-list-filter.ts'

// Loaded on demand, because visitors only read the list.
const StaffTools = late(async () => (await import('../remove-teams/staff-tools.tsx')).StaffTools, {
  what: "The list's tools",
  waiting: <div className={styles['toolsPlace']} />,
})

const filterLabels: Readonly<Record<DivisionFilter, string>> = { all: 'All', ...divisionLabels }

/** Who has registered, in the order in which they did. */
export function TeamsPage() {
  const { data: teams, dataUpdatedAt, error, isFetching, refetch } = useTeams()
  return (
    <Page>
      <PageHeader
        title="Registered Teams"
        feather="cranberry"
        actions={
          <>
            <ExportTeams />
            <LinkButton to="/registration/register">Register a Team</LinkButton>
          </>
        }
      >
        In the order in which the bids came in.
      </PageHeader>
      <PrintOnly>As of {new Date(dataUpdatedAt).toLocaleString()}</PrintOnly>
      <Standing teams={teams} />
      {error && !teams ? (
        <ErrorPanel
          title={messageOrStatus(error, 'Failed to load teams')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <TeamList teams={teams} />
      )}
    </Page>
  )
}

/** For TD and admin, the only ones to whom such bids are listed. */
function UncountedBids({ bids }: { readonly bids: number }) {
  if (bids === 0) return null
  return (
    <ScreenOnly>
      <Notice className={styles['uncounted']}>
        {bids === 1 ? '1 bid does' : `${bids} bids do`} not count until the captain’s address is confirmed. Visitors do
        not see {bids === 1 ? 'it' : 'them'}.
      </Notice>
    </ScreenOnly>
  )
}

function TeamList({ teams }: { readonly teams: KnownTeam[] | undefined }) {
  const { filter, setSearch, setDivision, clear } = useListFilter()
  const counts = useMemo(() => teams && countByDivision(teams), [teams])
  const choices = divisionFilters.map((value) => ({
    value,
    label: filterLabels[value],
    count: counts?.[value] ?? null,
  }))
  return (
    <>
      <ScreenOnly>
        <div className={styles['filters']}>
          <SearchField
            label="Search teams"
            placeholder="Team, location or captain"
            className={styles['search']}
            value={filter.search}
            onValueChange={setSearch}
          />
          <ChoiceCards
            look="segments"
            label="Division"
            className={styles['divisions']}
            choices={choices}
            value={filter.division}
            onValueChange={setDivision}
          />
        </div>
      </ScreenOnly>
      {teams ? (
        <>
          <UncountedBids bids={teams.filter((team) => !isCounted(team)).length} />
          <Found teams={teams} filter={filter} onClear={clear} />
        </>
      ) : (
        <SkeletonRows label="Loading teams" rows={12} />
      )}
    </>
  )
}

interface FoundProps {
  readonly teams: KnownTeam[]
  readonly filter: Parameters<typeof isFiltering>[0]
  readonly onClear: () => void
}

function Found({ teams, filter, onClear }: FoundProps) {
  const role = useSessionStore(({ user, isAuthenticated }) => (isAuthenticated ? (user?.role ?? null) : null))
  const canManage = isAllowed(adminOrTd, role)
  const listed = useMemo(() => inOrder(teams), [teams])
  const { search, division } = filter
  const found = useMemo(() => filterTeams(listed, { search, division }), [listed, search, division])
  const [selection, setSelection] = useState<Selection | null>(null)
  const [below, setBelow] = useState<HTMLElement | null>(null)
  const marks = canManage ? selection : null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a short cut for the Cancel button.
    <div
      onKeyDown={({ key, defaultPrevented }) => {
        if (key === 'Escape' && !defaultPrevented) marks?.onEscape()
      }}
    >
      {canManage && <StaffTools teams={teams} found={found} filter={filter} below={below} onSelection={setSelection} />}
      {found.length === 0 ? (
        <NoMatch isFiltering={isFiltering(filter)} onClear={onClear} />
      ) : (
        <DataTable
          className={canManage ? styles['staffTable'] : styles['table']}
          caption="Registered teams"
          columns={canManage ? staffColumns : publicColumns}
        >
          {found.map(({ team, order }) => (
            <TeamRow
              key={team.id}
              team={team}
              order={order}
              canManage={canManage}
              isSelected={marks?.selected.has(team.id)}
              onSelect={marks?.onSelect}
            />
          ))}
        </DataTable>
      )}
      <div ref={setBelow} />
    </div>
  )
}

const publicColumns = [
  { key: 'order', label: '#', align: 'end' },
  { key: 'name', label: 'Team' },
  { key: 'from', label: 'From' },
  { key: 'status', label: 'Status' },
] as const

const staffColumns = [
  ...publicColumns,
  { key: 'set-status', label: 'Set status' },
  { key: 'paid', label: 'Paid' },
] as const

function NoMatch({ isFiltering, onClear }: { readonly isFiltering: boolean; readonly onClear: () => void }) {
  if (isFiltering)
    return (
      <EmptyState
        title="No teams found for your search/filter."
        action={
          <Button variant="secondary" onClick={onClear}>
            Show all teams
          </Button>
        }
      />
    )
  return (
    <EmptyState title="No teams found" action={<LinkButton to="/registration/register">Register a Team</LinkButton>}>
      Somebody has to be first.
    </EmptyState>
  )
}
