import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { type Division, divisionLabels, divisions } from '@ultimate/events/tournament/team.ts'
import type { TeamChoices } from '@ultimate/events/tournament/team-filter.ts'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { ChoiceCards } from '@ultimate/kit/components/fields/choice-cards.tsx'
import { SearchField } from '@ultimate/kit/components/fields/search-field.tsx'
import { Page, PrintOnly, ScreenOnly } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { late } from '@ultimate/kit/components/loading/late.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { useFacts } from '@ultimate/kit/event/edition.ts'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { nextRow, useFocusSuccessor } from '@ultimate/kit/focus/focus-successor.ts'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { callForFile } from '@ultimate/kit/request/api.ts'
import { useExport } from '@ultimate/kit/request/save-file.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { Download, Plus } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { FieldStatus } from './field-status.tsx'
import { type ChooseFilter, StaffFilters, useListFilter } from './list-filter.tsx'
import type { Selection } from './staff-tools.tsx'
import {
  countByDivision,
  type DivisionFilter,
  describeFilter,
  filterTeams,
  hasFreeSpot,
  isCounted,
  isFiltering,
  type ListFilter,
  listChoices,
  noFilter,
  numberTeams,
  publicFilter,
  type ShownTeam,
  toParams,
} from './team-list.ts'
import { TeamTable } from './team-table.tsx'
import styles from './teams-page.module.css'
import { useTeams } from './teams-query.ts'

// Tools of staff: loaded on demand, because visitors only read the list.
const StaffTools = late(async () => (await import('./staff-tools.tsx')).StaffTools, {
  what: "The list's tools",
  waiting: <div className={styles['toolsPlace']} />,
})

const FreeSpots = late(async () => (await import('./free-spots.tsx')).FreeSpots, {
  what: 'The free spots',
  waiting: null,
})

const AddTeam = late(async () => (await import('./add-team.tsx')).AddTeam, { what: 'The form', waiting: null })

const Seeds = late(async () => (await import('./seeds.tsx')).Seeds, { what: 'The seeds', waiting: null })

const filterLabels: Readonly<Record<DivisionFilter, string>> = { all: 'All', ...divisionLabels }

const useCanManage = (): boolean =>
  useSessionStore(({ user, isAuthenticated }) => isAllowed(adminOrTd, isAuthenticated ? (user?.role ?? null) : null))

const parseDivision = (text: string | null): Division | null => divisions.find((division) => division === text) ?? null

/** The registered teams in the order of registration. */
export function TeamsPage() {
  const { data: teams, dataUpdatedAt, error, isFetching, refetch } = useTeams()
  const canManage = useCanManage()
  const { capacity } = useFacts()
  const list = useListFilter()
  const region = useRef<HTMLDivElement>(null)
  useFocusSuccessor(region, nextRow)
  const [isAdding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const closeForm = () => {
    setAdding(false)
    addButton.current?.focus()
  }
  return (
    <Page ref={region}>
      <PageHeader
        title="Registered Teams"
        feather="cranberry"
        actions={
          <>
            <ExportTeams filter={list.filter} />
            {canManage ? (
              <Button
                ref={addButton}
                size="compact"
                icon={<Plus aria-hidden="true" />}
                aria-expanded={isAdding}
                onClick={() => setAdding(true)}
              >
                Add a team
              </Button>
            ) : (
              <LinkButton to="/registration/register">Register a Team</LinkButton>
            )}
          </>
        }
      >
        In order of registration.
      </PageHeader>
      {teams && <PrintOnly>As of {venueMoment(new Date(dataUpdatedAt))}</PrintOnly>}
      <FieldStatus teams={teams} canManage={canManage} />
      {canManage && teams && hasFreeSpot(teams, capacity) && <FreeSpots />}
      {canManage && isAdding && (
        <ScreenOnly>
          <div className={styles['adding']}>
            <AddTeam onClose={closeForm} />
          </div>
        </ScreenOnly>
      )}
      {error && !teams ? (
        <ErrorPanel
          title={messageOrStatus(error, 'Failed to load teams')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <TeamList teams={teams} canManage={canManage} list={list} />
      )}
    </Page>
  )
}

/** Shows how many bids do not count yet. Only TD and admin get them in the list. */
function UncountedBids({ bids }: { readonly bids: number }) {
  if (bids === 0) return null
  return (
    <ScreenOnly>
      <Notice className={styles['uncounted']}>
        {bids === 1 ? '1 bid does' : `${bids} bids do`} not count until the captain’s address is confirmed.
        <span className={styles['unseen']}> Visitors do not see {bids === 1 ? 'it' : 'them'}.</span>
      </Notice>
    </ScreenOnly>
  )
}

interface TeamListProps {
  readonly teams: ShownTeam[] | undefined
  readonly canManage: boolean
  readonly list: ReturnType<typeof useListFilter>
}

function TeamList({ teams, canManage, list }: TeamListProps) {
  const { filter: filterInAddress, setSearch, choose, clear } = list
  const filter = canManage ? filterInAddress : publicFilter(filterInAddress)
  const search = useRef<HTMLInputElement>(null)
  // Deferred, because drawing all rows at once would delay the answer to a tap.
  const areRowsDrawn = useDeferredValue(teams !== undefined)
  const counts = useMemo(() => teams && countByDivision(teams), [teams])
  const choices = listChoices.division.map((value) => ({
    value,
    label: filterLabels[value],
    count: counts?.[value] ?? null,
  }))
  const showAll = () => {
    clear()
    // The focused button disappears with the empty list.
    search.current?.focus()
  }
  return (
    <>
      <ScreenOnly>
        <div className={styles['filters']}>
          <SearchField
            ref={search}
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
            onValueChange={(division) => choose('division', division)}
          />
        </div>
      </ScreenOnly>
      {teams && areRowsDrawn ? (
        <>
          <UncountedBids bids={teams.filter((team) => !isCounted(team)).length} />
          <MatchingTeams
            teams={teams}
            filter={filter}
            choose={choose}
            seeds={parseDivision(list.seeds)}
            canManage={canManage}
            onClear={showAll}
          />
        </>
      ) : (
        <SkeletonRows label="Loading teams" rows={12} />
      )}
    </>
  )
}

interface MatchingTeamsProps {
  readonly teams: ShownTeam[]
  readonly filter: ListFilter
  readonly choose: ChooseFilter
  /** The division whose seeds are open at first, because a link leads there. */
  readonly seeds: Division | null
  readonly canManage: boolean
  readonly onClear: () => void
}

function MatchingTeams({ teams, filter, choose, seeds, canManage, onClear }: MatchingTeamsProps) {
  const listed = useMemo(() => numberTeams(teams), [teams])
  const { search, division, status, paid, decided, address, sort } = filter
  // By its fields, because `publicFilter` returns a new object in each render.
  const found = useMemo(
    () => filterTeams(listed, { search, division, status, paid, decided, address, sort }),
    [listed, search, division, status, paid, decided, address, sort],
  )
  /** The selection of teams in the table, which `StaffTools` owns; null while none are being selected. */
  const [staffSelection, setSelection] = useState<Selection | null>(null)
  /** The element under the table in which the tools draw the removed teams. */
  const [below, setBelow] = useState<HTMLElement | null>(null)
  const selection = canManage ? staffSelection : null
  const filterWords = describeFilter(filter, found.length, teams.length)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a short cut for the Cancel button.
    <div
      onKeyDown={({ key, defaultPrevented }) => {
        if (key === 'Escape' && !defaultPrevented) selection?.onEscape()
      }}
    >
      {canManage && (
        <div className={styles['staffLine']}>
          <StaffTools teams={teams} found={found} filter={filter} below={below} onSelection={setSelection} />
          <ScreenOnly>
            <StaffFilters filter={filter} choose={choose}>
              <Seeds division={seeds ?? parseDivision(division) ?? 'comp'} isOpenAtFirst={seeds !== null} />
            </StaffFilters>
          </ScreenOnly>
        </div>
      )}
      {filterWords && <PrintOnly>{filterWords}</PrintOnly>}
      {found.length === 0 ? (
        <NoMatch hasFilter={isFiltering(filter)} onClear={onClear} />
      ) : (
        <TeamTable found={found} sort={sort} canManage={canManage} selection={selection} />
      )}
      <div ref={setBelow} />
    </div>
  )
}

function NoMatch({ hasFilter, onClear }: { readonly hasFilter: boolean; readonly onClear: () => void }) {
  if (hasFilter)
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
      Someone has to be first.
    </EmptyState>
  )
}

/** Returns the filter as the address has it, but without the sorting, because the file has the order of registration. */
const toQuery = (filter: ListFilter) =>
  Object.fromEntries(new URLSearchParams(toParams({ ...filter, sort: noFilter.sort }))) as Partial<TeamChoices>

/** Lets TD and admin export the teams of the list with contact data as CSV, which the server writes. */
function ExportTeams({ filter }: { readonly filter: ListFilter }) {
  const canManage = useCanManage()
  const { run, isPending, waiting } = useExport({
    send: () => callForFile('POST /api/registered-teams/export', { query: toQuery(filter) }),
    name: 'teams.csv',
    failed: (error) => messageOrStatus(error, 'Failed to export the teams'),
  })
  if (!canManage) return null
  return (
    <>
      <Button
        variant="secondary"
        size="compact"
        icon={<Download aria-hidden="true" />}
        busy={isPending && !waiting}
        onClick={() => run()}
      >
        {isFiltering(filter) ? 'Export CSV (filtered)' : 'Export CSV'}
      </Button>
      <WaitsForConnection waiting={waiting} />
    </>
  )
}
