import type { ReleasesOperations } from '@ultimate/events/releases/api.ts'
import type { StaffOperations } from '@ultimate/events/staff/api.ts'
import type { TournamentOperations } from '@ultimate/events/tournament/api.ts'

/** What the frame of every page asks of the modules. */
declare module '@ultimate/kit/request/api.ts' {
  interface Operations extends StaffOperations, TournamentOperations, ReleasesOperations {}
}
