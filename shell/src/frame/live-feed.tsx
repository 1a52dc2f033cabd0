import { ApiError } from '@ultimate/kit/request/api.ts'
import { type LiveKey, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { QueryClientProvider, queryClient } from '@ultimate/kit/request/query.ts'
import { useEffect, useState } from 'react'

type LiveQuery<Data> = Parameters<typeof useLiveQuery<Data>>[0]

interface LiveFeedProps<Data> extends Omit<LiveQuery<Data>, 'key' | 'retry'> {
  /** Begins with the live topic. */
  readonly queryKey: LiveKey
  /** Shows an answer on every page. Should be stable. */
  readonly show: (data: Data) => void
}

/** Follows what every page shows. Ends on a server of an earlier release, which knows neither the call nor the topic. */
export function LiveFeed<Data>(props: LiveFeedProps<Data>) {
  const [isKnown, setKnown] = useState(true)
  if (!isKnown) return null
  return (
    <QueryClientProvider client={queryClient}>
      <Followed {...props} onMissing={() => setKnown(false)} />
    </QueryClientProvider>
  )
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

function Followed<Data>({
  queryKey,
  show,
  onMissing,
  ...query
}: LiveFeedProps<Data> & { readonly onMissing: () => void }) {
  const { data, error } = useLiveQuery<Data>({
    ...query,
    key: queryKey,
    retry: (failures, cause) => failures < 1 && !isMissing(cause),
  })
  useEffect(() => {
    if (data !== undefined) show(data)
  }, [data, show])
  useEffect(() => {
    if (isMissing(error)) onMissing()
  }, [error, onMissing])
  return null
}
