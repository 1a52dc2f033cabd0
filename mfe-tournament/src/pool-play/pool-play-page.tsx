import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { lazy, Suspense, useState } from 'react'
import { PublicPools } from './public-pools.tsx'

// What arranges pools is no load for those who only read them.
const PoolBuilderPage = lazy(async () => ({
  default: (await import('../pool-builder/pool-builder-page.tsx')).PoolBuilderPage,
}))

/**
 * The pools: for admin and TD to arrange, for everybody else to read. A session that ends, however it does, takes no
 * unsaved work away: the builder stays until it is saved after the next login, discarded or left.
 */
export function PoolPlayPage() {
  const { user, isLoading } = useSessionStore()
  const [isUnsaved, setUnsaved] = useState(false)
  if (isLoading) return <Waiting />
  if (!isAllowed(adminOrTd, user?.role ?? null) && !isUnsaved) return <PublicPools />
  return (
    <Suspense fallback={<Waiting />}>
      <PoolBuilderPage onUnsaved={setUnsaved} />
    </Suspense>
  )
}

function Waiting() {
  return (
    <Page aria-busy="true">
      <Skeleton shape="title" />
    </Page>
  )
}
