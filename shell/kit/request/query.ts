/**
 * The exports of TanStack Query that all parts use. A facade, because a shared package cannot be tree-shaken: this file
 * can.
 */
import { QueryClient } from '@tanstack/react-query'

export { QueryClientProvider, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'

/**
 * The cache of the server's answers, which are stored nowhere else in the page. The live stream reports when an answer
 * is out of date. So no answer becomes stale by its age while that stream is open.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: 1, refetchOnWindowFocus: true, throwOnError: false },
  },
})
