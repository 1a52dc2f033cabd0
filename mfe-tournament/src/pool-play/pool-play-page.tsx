import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { Page } from '@ultimate/kit/components/page.tsx'
import { Skeleton } from '@ultimate/kit/components/skeleton.tsx'
import { useSession } from '@ultimate/kit/session.ts'
import { lazy, Suspense } from 'react'
import { PublicPools } from './public-pools.tsx'

// What arranges pools is no load for those who only read them.
const PoolBuilderPage = lazy(async () => ({
  default: (await import('../pool-builder/pool-builder-page.tsx')).PoolBuilderPage,
}))

/** The pools: for admin and TD to arrange, for everybody else to read. */
export function PoolPlayPage() {
  const { user, isLoading } = useSession()
  if (isLoading) return <Waiting />
  if (!isAllowed(adminOrTd, user?.role ?? null)) return <PublicPools />
  return (
    <Suspense fallback={<Waiting />}>
      <PoolBuilderPage />
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
