import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { late } from '@ultimate/kit/components/loading/late.tsx'
import { Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useState } from 'react'
import { PublicPools } from './public-pools.tsx'

// Loaded on demand, because visitors only read the pools.
const PoolBuilderPage = late(async () => (await import('../pool-builder/pool-builder-page.tsx')).PoolBuilderPage, {
  what: 'The pool builder',
  waiting: <Waiting />,
})

/**
 * The pools: admin and TD arrange them, all others read them. When a session ends, unsaved work stays: the builder
 * remains until the work is saved after the next login, discarded or left.
 */
export function PoolPlayPage() {
  const { user, isLoading } = useSessionStore()
  const [isUnsaved, setUnsaved] = useState(false)
  if (isLoading) return <Waiting />
  if (!isAllowed(adminOrTd, user?.role ?? null) && !isUnsaved) return <PublicPools />
  return <PoolBuilderPage onUnsaved={setUnsaved} />
}

function Waiting() {
  return (
    <Page aria-busy="true">
      <Skeleton shape="title" />
    </Page>
  )
}
