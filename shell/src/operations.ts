import type { ReleasesOperations } from '@ultimate/events/releases/api.ts'
import type { StaffOperations } from '@ultimate/events/staff/api.ts'
import type { TournamentOperations } from '@ultimate/events/tournament/api.ts'

/** The operations of the modules that the frame of every page calls. */
declare module '@ultimate/kit/request/api.ts' {
  interface Operations extends StaffOperations, TournamentOperations, ReleasesOperations {}
}
