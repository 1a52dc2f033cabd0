import { seedLimits } from '@ultimate/events/tournament/team.ts'
import type { ShownTeam } from './team-list.ts'

/** The typed seeds that are not saved, by the id of the team. */
export type TypedSeeds = Readonly<Record<string, string>>

export interface SeedChange {
  readonly id: string
  readonly seed: number | null
}

type Seeded = Pick<ShownTeam, 'id' | 'seed'>

/** Returns the typed seed, or else the stored one as text. */
export const textOf = ({ id, seed }: Seeded, typed: TypedSeeds): string => typed[id] ?? String(seed ?? '')

/** An empty text is valid: it removes the seed. */
export const isSeed = (text: string): boolean => {
  const trimmed = text.trim()
  const seed = Number(trimmed)
  return trimmed === '' || (/^\d+$/.test(trimmed) && seed >= seedLimits.min && seed <= seedLimits.max)
}

/** Returns the seeds that differ from the server's. */
export const changedSeeds = (teams: readonly Seeded[], typed: TypedSeeds): SeedChange[] =>
  teams.flatMap((team) => {
    const text = textOf(team, typed).trim()
    const seed = text === '' ? null : Number(text)
    return seed === (team.seed ?? null) ? [] : [{ id: team.id, seed }]
  })

/** Finds the oldest team that has the same seed and stands before this one in the list. */
export function findSharing<Team extends Seeded>(
  team: Team,
  listed: readonly Team[],
  typed: TypedSeeds,
): Team | undefined {
  const seed = textOf(team, typed).trim()
  if (seed === '') return undefined
  const older = listed.slice(0, listed.indexOf(team))
  return older.find((other) => textOf(other, typed).trim() === seed)
}
