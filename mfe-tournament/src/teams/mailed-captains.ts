import { statusByOrder } from '@ultimate/events/tournament/team.ts'
import { currentEdition } from '@ultimate/kit/event/edition.ts'
import { inOrder, isCounted, type ShownTeam } from './team-list.ts'

type Removed = Pick<ShownTeam, 'id' | 'created_at'>

/** Returns how many captains get an email when these teams leave: their own, and those of teams that move up. */
export const mailedByRemoval = (teams: readonly ShownTeam[], ids: ReadonlySet<string>): number =>
  countChanged(
    teams,
    teams.filter(({ id }) => !ids.has(id)),
  )

/**
 * Returns how many captains get an email when these teams come back in their old places: their own, and those of teams
 * that move down.
 */
export function mailedByRestoring(teams: readonly ShownTeam[], removed: readonly Removed[]): number {
  const back = removed.map((team) => ({ ...team, email_confirmed: true }) as unknown as ShownTeam)
  const oldestFirst = (one: Removed, other: Removed) => Date.parse(one.created_at) - Date.parse(other.created_at)
  return countChanged(teams, [...teams, ...back].toSorted(oldestFirst))
}

/** Teams that count, and are in one of the lists alone or stand otherwise in the other. */
function countChanged(before: readonly ShownTeam[], after: readonly ShownTeam[]): number {
  const [old, now] = [listStatuses(before), listStatuses(after)]
  return [...new Set([...old.keys(), ...now.keys()])].filter((id) => old.get(id) !== now.get(id)).length
}

const listStatuses = (teams: readonly ShownTeam[]): ReadonlyMap<string, string> =>
  new Map(
    inOrder(teams.filter(isCounted)).map(({ team, order }) => [
      team.id,
      team.by_hand ? team.status : statusByOrder(order ?? 1, currentEdition().facts.capacity),
    ]),
  )
