import { letterAt } from '@ultimate/events/tournament/pools/pools.ts'
import type { Pool } from '@ultimate/events/tournament/pools/pools-api.ts'
import { type Division, divisionLabels, divisions } from '@ultimate/events/tournament/team.ts'
import { Button, LinkButton, Spinner } from '@ultimate/kit/components/buttons/button.tsx'
import { Card } from '@ultimate/kit/components/display/card.tsx'
import { Tabs } from '@ultimate/kit/components/display/tabs.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Page, PrintOnly, usePrinting } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { useWords } from '@ultimate/kit/event/edition.ts'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useLocation, useSearchParams } from '@ultimate/kit/router.ts'
import { Flame, Printer } from 'lucide-react'
import { useEffect } from 'react'
import cardStyles from './pool-card.module.css'
import { PoolCard, PoolLetter } from './pool-card.tsx'
import { divisionIn, poolAnchor } from './pool-name.ts'
import styles from './public-pools.module.css'

/** The public page of the pools, once they are published. */
export function PublicPools() {
  const { poolPlay } = useWords()
  const { data: pools, dataUpdatedAt, error, isFetching, refetch } = usePublishedPools()
  const isPublished = pools !== undefined && hasPools(pools)
  return (
    <Page>
      <PageHeader title="Pool Play" feather="gold" actions={isPublished && <PrintButton />}>
        Saturday, {poolPlay}.
      </PageHeader>
      {isPublished && <PrintOnly>As of {venueMoment(new Date(dataUpdatedAt))}</PrintOnly>}
      {pools && (isPublished ? <Divisions pools={pools} /> : <NoPublicPools />)}
      {!pools && !error && <LoadingPools />}
      {!pools && error && (
        <ErrorPanel title="Failed to load pool information" onRetry={() => void refetch()} retrying={isFetching} />
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

function LoadingPools() {
  return (
    <div className={styles['loading']} aria-busy="true">
      <p role="status" className={styles['spinner']}>
        <Spinner />
        Loading pools…
      </p>
      <PoolSkeletons />
    </div>
  )
}

function Divisions({ pools }: { readonly pools: PublishedPools }) {
  const [params, setParams] = useSearchParams()
  // An address without a division shows one that has pools.
  const shownDivision = divisionIn(params) ?? divisions.find((division) => pools[division].length > 0) ?? 'comp'
  const linkedPool = useLinkedPool()
  if (usePrinting()) return <Sheet pools={pools} />
  return (
    <Tabs
      label="Division"
      value={shownDivision}
      onValueChange={(division) => setParams({ division }, { replace: true, preventScrollReset: true })}
      tabs={divisions.map((division) => ({
        value: division,
        label: divisionLabels[division],
        content: <DivisionPools division={division} pools={pools[division]} linkedPool={linkedPool} />,
      }))}
    />
  )
}

/** Both divisions on paper, one below the other. */
function Sheet({ pools }: { readonly pools: PublishedPools }) {
  return divisions.map((division) => (
    <section key={division} className={styles['sheet']}>
      <h2>{divisionLabels[division]}</h2>
      <DivisionPools division={division} pools={pools[division]} linkedPool={null} />
    </section>
  ))
}

const hasPools = (pools: PublishedPools): boolean => divisions.some((division) => pools[division].length > 0)

/** The public pools on paper, for a page that shows something else on the screen. */
export function PrintedPools({ pools }: { readonly pools: PublishedPools }) {
  const isPrinting = usePrinting()
  if (!hasPools(pools)) return null
  return (
    <div data-printed="">
      <PrintOnly>
        As of {venueMoment(new Date())}
        {isPrinting && <Sheet pools={pools} />}
      </PrintOnly>
    </div>
  )
}

/** Returns the anchor of the pool to which the address leads, and scrolls to it, because it was loaded after the page. */
function useLinkedPool(): string | null {
  const { hash } = useLocation()
  const anchor = hash === '' ? null : decodeAnchor(hash.slice(1))
  useEffect(() => {
    if (anchor === null) return
    document.getElementById(anchor)?.scrollIntoView({ block: 'start' })
  }, [anchor])
  return anchor
}

function decodeAnchor(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

interface DivisionPoolsProps {
  readonly division: Division
  readonly pools: readonly Pool[]
  readonly linkedPool: string | null
}

function DivisionPools({ division, pools, linkedPool }: DivisionPoolsProps) {
  if (pools.length === 0)
    return (
      <EmptyState
        title="No pools published yet"
        action={<LinkButton to="/registration/teams">See who is coming</LinkButton>}
      >
        They will be here as soon as the organizers publish them.
      </EmptyState>
    )
  return (
    <div className={cardStyles['grid']}>
      {pools.map((pool) => (
        <PoolCard key={pool.id} division={division} pool={pool} isLinked={poolAnchor(pool.name) === linkedPool} />
      ))}
    </div>
  )
}

type PublishedPools = Readonly<Record<Division, readonly Pool[]>>

async function fetchDivision(division: Division, signal: AbortSignal): Promise<Pool[]> {
  return (await call('GET /api/pool-play/published/{division}', { params: { division } }, { signal })).pools
}

async function fetchPools(signal: AbortSignal): Promise<PublishedPools> {
  const [comp, rec] = await Promise.all([fetchDivision('comp', signal), fetchDivision('rec', signal)])
  return { comp, rec }
}

/** Reads the published pools of both divisions. */
const usePublishedPools = () => useLiveQuery({ key: ['pools', 'published'], read: fetchPools })

/** Shown before any pools are public, in the shape of the page to come. */
function NoPublicPools() {
  return (
    <section className={styles['preheating']}>
      <p className={styles['words']}>Final pools and schedules will be posted closer to the event weekend.</p>
      <div className={cardStyles['grid']}>
        {[0, 1, 2].map((index) => (
          <Card key={index} className={cardStyles['card']}>
            <div className={cardStyles['head']}>
              <PoolLetter name={`Pool ${letterAt(index)}`} />
              <Skeleton className={styles['name']} />
              <span className={styles['mark']}>
                <Flame aria-hidden="true" />
                preheating
              </span>
            </div>
            <div className={cardStyles['places']}>
              {[1, 2, 3, 4].map((position) => (
                <div key={position} className={cardStyles['place']}>
                  <span className={styles['label']} aria-hidden="true">
                    {letterAt(index)}
                    {position}
                  </span>
                  <Skeleton className={styles['team']} />
                </div>
              ))}
            </div>
          </Card>
        ))}
      </div>
    </section>
  )
}

/** Cards of about the right size while the pools load. */
function PoolSkeletons() {
  return (
    <div className={cardStyles['grid']} aria-hidden="true">
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} shape="block" className={styles['card']} />
      ))}
    </div>
  )
}
