import type { Kitchen } from '@ultimate/events/dinner/kitchen/kitchen-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Stat } from '@ultimate/kit/components/display/stat.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { ownReads, useLiveReads } from '@ultimate/kit/live/live-reads.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { AsOf } from '@ultimate/kit/stored-answers/as-of.tsx'
import { readAndStore, type StoredAnswer, useStoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'
import { Printer } from 'lucide-react'
import { PrintedAsOf } from '../common/printed-as-of.tsx'
import styles from './kitchen-page.module.css'
import { AllergenLists, DishTable, MissingLists, ServerTable } from './kitchen-tables.tsx'

const key: LiveKey = ['signups', 'kitchen']

/** The answer for the kitchen as the device stores it. `form` is the version of its shape. */
export const storedKitchen: StoredAnswer = { key, form: 1 }

const reads = ownReads()

/** Reads what the kitchen can expect, also after changes of slots and teams, because they change what is missing. */
function useKitchen() {
  useLiveReads({ topics: ['slots', 'teams'], reads, readAgain: () => void refresh(key) })
  return useLiveQuery({
    key,
    read: (signal) =>
      readAndStore(storedKitchen, () =>
        reads.read(() => call('GET /api/dinner/kitchen', {}, { signal }), undefined, signal),
      ),
  })
}

/** /dinner/kitchen: which dishes and servers to expect, what is in the dishes, and what is missing. */
export function KitchenPage() {
  const { data: kitchen, dataUpdatedAt, error, isFetching, refetch } = useKitchen()
  const storedAt = useStoredAnswer(storedKitchen)
  return (
    <Page>
      <PageHeader
        title="Kitchen"
        density="desk"
        feather="cranberry"
        actions={
          <Button
            variant="quiet"
            size="compact"
            className={styles['print']}
            icon={<Printer aria-hidden="true" />}
            onClick={() => print()}
          >
            Print
          </Button>
        }
      >
        What to expect, and what is missing.
      </PageHeader>
      {kitchen ? (
        <>
          <AsOf at={storedAt} what="This list is" />
          <PrintedAsOf at={dataUpdatedAt} />
          <Lists kitchen={kitchen} />
        </>
      ) : error ? (
        <ErrorPanel
          title={messageOf(error, 'Failed to load the kitchen')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonRows label="Loading the kitchen" rows={12} />
      )}
    </Page>
  )
}

function Lists({ kitchen }: { readonly kitchen: Kitchen }) {
  const { dishes, servers, allergens, missing } = kitchen
  if (dishes.length + servers.length === 0)
    return <EmptyState title="Nothing is planned yet">Dishes and servers appear here once there are slots.</EmptyState>
  return (
    <>
      <Counters kitchen={kitchen} />
      <div className={styles['sections']}>
        <DishTable kinds={dishes} />
        <ServerTable halfHours={servers} />
        <AllergenLists allergens={allergens} />
        <MissingLists missing={missing} />
      </div>
    </>
  )
}

const computeSum = (
  rows: readonly { readonly expected: number; readonly here: number }[],
  field: 'expected' | 'here',
) => rows.reduce((sum, row) => sum + row[field], 0)

function Counters({ kitchen: { dishes, servers, allergens } }: { readonly kitchen: Kitchen }) {
  return (
    <dl className={styles['counters']}>
      <Stat density="desk" value={computeSum(dishes, 'expected')} label="Dishes" />
      <Stat density="desk" value={computeSum(dishes, 'here')} label="Dishes here" />
      <Stat density="desk" value={computeSum(servers, 'expected')} label="Servers" />
      <Stat density="desk" value={allergens.none_named.length} label="No allergens named" />
    </dl>
  )
}
