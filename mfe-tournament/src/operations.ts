import type { TournamentOperations } from '@ultimate/events/tournament/api.ts'

declare module '@ultimate/kit/request/api.ts' {
  interface Operations extends TournamentOperations {}
}
