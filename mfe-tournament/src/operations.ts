import type { StaffOperations } from '@ultimate/events/staff/api.ts'
import type { TournamentOperations } from '@ultimate/events/tournament/api.ts'

declare module '@ultimate/kit/request/api.ts' {
  interface Operations
    extends TournamentOperations,
      Pick<StaffOperations, 'GET /api/archive/{year}' | 'GET /api/editions'> {}
}
