import type { Topic } from '@ultimate/events/platform/api.ts'
import { useLive } from '@ultimate/kit/request/live.ts'
import { queryClient, useQuery } from '@ultimate/kit/request/query.ts'

/** Of a query that follows a live topic. It begins with the topic, by which the live stream finds what to read again. */
export type LiveKey = readonly [Topic, ...unknown[]]

interface LiveQuery<Data> {
  readonly key: LiveKey
  readonly read: (signal: AbortSignal) => Promise<Data>
  /** Whether to try once more; once unless said otherwise. */
  readonly retry?: (failures: number, error: Error) => boolean
  /** Milliseconds until the next look at what no event announces; false where there is nothing to wait for. */
  readonly readAgainIn?: (data: Data | undefined) => number | false
}

/** What the server says, read again whenever its topic changes. */
export function useLiveQuery<Data>({ key, read, retry, readAgainIn }: LiveQuery<Data>) {
  useLive([key[0]])
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => read(signal),
    ...(retry && { retry }),
    refetchInterval: ({ state }) => readAgainIn?.(state.data) ?? false,
  })
}

/** Reads again what begins with the key; resolves when the answers are here. */
export const refresh = (key: LiveKey): Promise<void> => queryClient.invalidateQueries({ queryKey: key })

/** Shows at once what the server has just accepted. An answer that was asked for before must not come in after it. */
export async function showAccepted<Data>(key: LiveKey, change: (data: Data) => Data): Promise<void> {
  await queryClient.cancelQueries({ queryKey: key })
  queryClient.setQueriesData<Data>({ queryKey: key }, (data) => data && change(data))
}
