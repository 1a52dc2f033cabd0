import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { LateNotice, type LateProblem, late } from '@ultimate/kit/components/loading/late.tsx'
import { Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { useEndingStore, useSessionStore } from '@ultimate/kit/state/session.ts'
import { useState } from 'react'
import { PublicPools } from './public-pools.tsx'

// Loaded on demand, because visitors only read the pools.
const PoolBuilderPage = late(async () => (await import('./builder/pool-builder-page.tsx')).PoolBuilderPage, {
  what: 'The pool builder',
  waiting: <Waiting />,
  failed: BuilderMissing,
})

/**
 * The pools: admin and TD arrange them, all others read them. When a session ends without a Logout, the builder with unsaved
 * work stays. Its author can sign in again and save the work, discard it, or leave the page.
 */
export function PoolPlayPage() {
  const { user, isLoading } = useSessionStore()
  const [isUnsaved, setUnsaved] = useState(false)
  const author = useAuthor()
  if (isLoading) return <Waiting />
  const isOwnWork = isUnsaved && author !== null
  if (!isAllowed(adminOrTd, user?.role ?? null) && !isOwnWork) return <PublicPools />
  return <PoolBuilderPage key={author} onUnsaved={setUnsaved} />
}

/**
 * Returns the id of the user who is signed in, or was when the session ended; null after a Logout, which asks what to do
 * with the work.
 */
function useAuthor(): string | null {
  const { user } = useSessionStore()
  const { ending } = useEndingStore()
  const [lastAuthor, setLastAuthor] = useState<string | null>(null)
  const author = user?.id ?? (ending === 'own' ? null : lastAuthor)
  if (author !== lastAuthor) setLastAuthor(author)
  return author
}

function Waiting() {
  return (
    <Page aria-busy="true">
      <Skeleton shape="title" />
    </Page>
  )
}

/** The notice under the title of the page, where the builder would be. */
function BuilderMissing(problem: LateProblem) {
  return (
    <Page>
      <PageHeader density="desk" title="Pool Play" feather="gold" />
      <LateNotice {...problem} />
    </Page>
  )
}
