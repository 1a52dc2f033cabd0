import { nextPoolNames } from '@ultimate/events/tournament/pools.ts'
import { confirmedCapacity, type Division } from '@ultimate/events/tournament/team.ts'
import { demoTeams } from './demo-teams.ts'

export interface DemoPool {
  readonly name: string
  /** By their names; null is a place that nobody has yet. */
  readonly teams: readonly (string | null)[]
}

const placesPerPool = 5

/** The teams that are in by their order, dealt out like cards, so that early and late ones meet in every pool. */
export function demoPools(division: Division): DemoPool[] {
  const names = demoTeams.slice(0, confirmedCapacity).flatMap(([team, , home]) => (home === division ? [team] : []))
  const count = Math.ceil(names.length / placesPerPool)
  return nextPoolNames([], count).map((name, pool) => ({
    name,
    teams: Array.from({ length: placesPerPool }, (_, round) => names[round * count + pool] ?? null),
  }))
}
