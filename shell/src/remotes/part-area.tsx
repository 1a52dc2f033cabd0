import { QueryClientProvider, queryClient } from '@ultimate/kit/request/query.ts'
import { Outlet } from '@ultimate/kit/router.ts'

/**
 * The providers around the pages of every part. Loaded with the first part; the photos of the home page bring their
 * own.
 */
export function PartArea() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
