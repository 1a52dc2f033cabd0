import { QueryClientProvider, queryClient } from '@ultimate/kit/request/query.ts'
import { Outlet } from '@ultimate/kit/router.ts'

/** What stands around the pages of every part and comes with the first of them: home brings its own with its photos. */
export function PartArea() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
