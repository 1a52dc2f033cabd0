/**
 * The exports of TanStack Query that all parts use. A facade, because a shared package cannot be tree-shaken: this file
 * can.
 */
import { QueryClient } from '@tanstack/react-query'

export { QueryClientProvider, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'

/**
 * The cache of what the server reported: the only home of server facts in the browser. The live stream reports when an
 * answer is out of date, so nothing goes stale by age alone while that stream is up.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: 1, refetchOnWindowFocus: true, throwOnError: false },
  },
})
