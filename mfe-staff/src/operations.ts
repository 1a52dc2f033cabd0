import type { ReleasesOperations } from '@ultimate/events/releases/api.ts'
import type { StaffOperations } from '@ultimate/events/staff/api.ts'

declare module '@ultimate/kit/request/api.ts' {
  interface Operations extends StaffOperations, ReleasesOperations {}
}
