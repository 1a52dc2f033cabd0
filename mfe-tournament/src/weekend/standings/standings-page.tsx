import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { type Division, divisionLabels } from '@ultimate/events/tournament/team.ts'
import type { ShownStandings } from '@ultimate/events/tournament/weekend/games-api.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Page, ScreenOnly } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { AsOf } from '@ultimate/kit/stored-answers/as-of.tsx'
import { useStoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'
import { ListOrdered, Printer, Scale } from 'lucide-react'
import { useState } from 'react'
import { useRegionFocus } from '../../pools/builder/grid/focus.ts'
import { storedStandings, useSchedule, useStandings } from '../queries.ts'
import { criterionWords, listTies, type PoolStandings, PoolTable } from './pool-table.tsx'
import { CriteriaDialog, TieDialog } from './rank-dialogs.tsx'
import { SpiritAverages } from './spirit-averages.tsx'
import styles from './standings-page.module.css'

/** /standings: who leads which pool, and what decided it. */
export function StandingsPage() {
  const queries = [
    { division: 'comp', ...useStandings('comp') },
    { division: 'rec', ...useStandings('rec') },
  ] as const
  const storedAt = useStoredAnswer(storedStandings.comp)
  // Reads this stored answer too, so that both divisions are shown without a connection.
  useStoredAnswer(storedStandings.rec)
  const isLost = useConnectionStore(({ isStreamLost }) => isStreamLost)
  const { data: schedule } = useSchedule()
  // Both divisions are shown at once, because a division that came later could push the other one down.
  const haveBothAnswered = queries.every(({ data, error }) => data || error)
  const readTimes = queries.flatMap(({ data, dataUpdatedAt }) => (data ? [dataUpdatedAt] : []))
  const loaded = haveBothAnswered
    ? queries.flatMap(({ division, data }) => (data ? [{ division, standings: data }] : []))
    : []
  const hasFailed = haveBothAnswered && queries.some(({ data }) => !data)
  const isEmpty = loaded.length === queries.length && loaded.every(({ standings }) => standings.pools.length === 0)
  const asOf = storedAt ?? (isLost ? Math.min(...readTimes) : null)
  return (
    <Page>
      <PageHeader title="Standings" feather="pumpkin" actions={!isEmpty && loaded.length > 0 && <PrintButton />}>
        Pool by pool, as the scores come in.
      </PageHeader>
      <AsOf at={loaded.length > 0 ? asOf : null} what="Standings are" />
      {isEmpty && <NoPools />}
      {!isEmpty && loaded.length > 0 && <Divisions loaded={loaded} games={schedule?.games ?? []} />}
      {schedule && loaded.length > 0 && <SpiritAverages games={schedule.games} />}
      {!haveBothAnswered && <LoadingStandings />}
      {hasFailed && (
        <ErrorPanel
          title="Failed to load the standings"
          onRetry={() => void Promise.all(queries.map(({ refetch }) => refetch()))}
          retrying={queries.some(({ isFetching }) => isFetching)}
        />
      )}
    </Page>
  )
}

function PrintButton() {
  return (
    <Button variant="secondary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
      Print
    </Button>
  )
}

function NoPools() {
  return (
    <EmptyState
      title="There are no standings yet."
      action={<LinkButton to="/tournament/poolplay">See the pools</LinkButton>}
    >
      They appear here with the pools, and change with every score on Saturday.
    </EmptyState>
  )
}

function LoadingStandings() {
  return (
    <Loading label="Loading the standings" className={styles['pools']}>
      {[1, 2, 3, 4].map((number) => (
        <Skeleton key={number} shape="block" className={styles['skeleton']} />
      ))}
    </Loading>
  )
}

interface LoadedDivision {
  readonly division: Division
  readonly standings: ShownStandings
}

interface TieToDecide {
  readonly division: Division
  readonly pool: PoolStandings
  readonly teams: PoolStandings['rows'][number]['team'][]
}

interface DivisionsProps {
  readonly loaded: readonly LoadedDivision[]
  readonly games: readonly Game[]
}

function Divisions({ loaded, games }: DivisionsProps) {
  const isStaff = useSessionStore(({ user }) => isAllowed(adminOrTd, user?.role ?? null))
  const [dialog, setDialog] = useState<TieToDecide | 'criteria' | null>(null)
  const { area, title } = useRegionFocus()
  // The criteria are the same in both divisions.
  const [first] = loaded
  return (
    <div ref={area} data-region="standings">
      {loaded.map(({ division, standings: { pools } }, index) =>
        pools.length === 0 ? null : (
          <section key={division} className={styles['division']} aria-labelledby={`standings-${division}`}>
            <h2 ref={index === 0 ? title : undefined} tabIndex={-1} id={`standings-${division}`}>
              {divisionLabels[division]}
            </h2>
            <div className={styles['pools']}>
              {pools.map((pool) => (
                <PoolTable key={pool.id} pool={pool} division={division} games={games}>
                  {isStaff &&
                    listTies(pool).map((teams) => (
                      <Button
                        key={teams.map(({ id }) => id).join()}
                        variant="secondary"
                        size="compact"
                        icon={<Scale aria-hidden="true" />}
                        onClick={() => setDialog({ division, pool, teams })}
                      >
                        Decide the tie of {teams.map(({ name }) => name).join(', ')}
                      </Button>
                    ))}
                </PoolTable>
              ))}
            </div>
          </section>
        ),
      )}
      {first && (
        <section className={styles['rules']} aria-labelledby="how-ranks-are-decided">
          <h2 id="how-ranks-are-decided">How ranks are decided</h2>
          <ol>
            {first.standings.tiebreaks.map((criterion) => (
              <li key={criterion}>{criterionWords[criterion]}</li>
            ))}
          </ol>
          <p>
            Teams that are still tied are compared again from the first one, only among themselves. The directors decide
            ties that remain.
            {first.standings.ties_in_pools && ' A pool game may end in a tie, which is half a win.'}
          </p>
          {isStaff && (
            <ScreenOnly>
              <Button
                variant="secondary"
                icon={<ListOrdered aria-hidden="true" />}
                onClick={() => setDialog('criteria')}
              >
                Change the order
              </Button>
            </ScreenOnly>
          )}
        </section>
      )}
      {dialog === 'criteria' && first && <CriteriaDialog standings={first.standings} onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'criteria' && <TieDialog {...dialog} onClose={() => setDialog(null)} />}
    </div>
  )
}
