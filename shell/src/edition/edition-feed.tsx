import { writeFacts } from '@ultimate/events/language/edition-facts.ts'
import { currentEdition, showEdition } from '@ultimate/kit/event/edition.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { QueryClientProvider, queryClient } from '@ultimate/kit/request/query.ts'
import { useEffect } from 'react'

const key: LiveKey = ['edition', 'current']

/** Shows what a director changes about the edition on every page that is open. */
export function EditionFeed() {
  return (
    <QueryClientProvider client={queryClient}>
      <LiveEdition />
    </QueryClientProvider>
  )
}

function LiveEdition() {
  const { data } = useLiveQuery({
    key,
    read: async (signal) => (await call('GET /api/edition', {}, { signal })).edition,
    retry: (failures, cause) => failures < 1 && !(cause instanceof ApiError && cause.status === 404),
  })
  useEffect(() => {
    if (!data) return
    const { state: _, version: __, ...facts } = data
    // What the page came with is drawn already.
    if (JSON.stringify(facts) === JSON.stringify(currentEdition().facts)) return
    showEdition({ facts, words: writeFacts(facts.year, facts) })
  }, [data])
  return null
}
