import type { DinnerOperations } from '@ultimate/events/dinner/api.ts'
import type { TournamentOperations } from '@ultimate/events/tournament/api.ts'

/** The dinner's calls; those of the tournament list the teams. */
declare module '@ultimate/kit/request/api.ts' {
  interface Operations extends DinnerOperations, TournamentOperations {}
}
