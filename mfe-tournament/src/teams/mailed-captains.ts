import { statusByOrder } from '@ultimate/events/tournament/team.ts'
import { currentEdition } from '@ultimate/kit/event/edition.ts'
import { isCounted, numberTeams, type ShownTeam } from './team-list.ts'

type RemovedTeam = Pick<ShownTeam, 'id' | 'created_at'>

/** Counts the captains who get an email when these teams are removed: their own, and those of teams that move up. */
export const mailedByRemoval = (teams: readonly ShownTeam[], ids: ReadonlySet<string>): number =>
  countChanged(
    teams,
    teams.filter(({ id }) => !ids.has(id)),
  )

/** Counts the captains who get an email when these teams are restored: their own, and those of teams that move down. */
export function mailedByRestoring(teams: readonly ShownTeam[], removedTeams: readonly RemovedTeam[]): number {
  const restored = removedTeams.map((team) => ({ ...team, email_confirmed: true }) as unknown as ShownTeam)
  const byAge = (one: RemovedTeam, other: RemovedTeam) => Date.parse(one.created_at) - Date.parse(other.created_at)
  return countChanged(teams, [...teams, ...restored].toSorted(byAge))
}

/** Counts the teams that have another status in the second list, or are in one list alone. */
function countChanged(before: readonly ShownTeam[], after: readonly ShownTeam[]): number {
  const [statusesBefore, statusesAfter] = [listStatuses(before), listStatuses(after)]
  const ids = new Set([...statusesBefore.keys(), ...statusesAfter.keys()])
  return [...ids].filter((id) => statusesBefore.get(id) !== statusesAfter.get(id)).length
}

const listStatuses = (teams: readonly ShownTeam[]): ReadonlyMap<string, string> =>
  new Map(
    numberTeams(teams.filter(isCounted)).map(({ team, order }) => [
      team.id,
      team.by_hand ? team.status : statusByOrder(order ?? 1, currentEdition().facts.capacity),
    ]),
  )
