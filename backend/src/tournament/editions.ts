import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import type { ArchivedTournament, DivisionResults } from '@ultimate/events/tournament/api.ts'
import type { Pool } from '@ultimate/events/tournament/pools/pools-api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import type { Edition } from '../platform/edition.ts'
import type { Platform } from '../platform/module.ts'
import { fillPools, readPools, withoutContact } from './read/pools/pools.view.ts'
import { answerSchedule } from './read/schedule.route.ts'
import { teamLists } from './read/teams/teams.query.ts'
import { answerBracket, readWeekend, showStandings, type WeekendState } from './read/weekend.query.ts'

/** Returns the public view of this edition's tournament. */
export async function archiveTournament(edition: Edition): Promise<ArchivedTournament> {
  const readPublicPools = async (division: Division): Promise<Pool[]> => {
    const stored = await readPools(edition, division)
    return fillPools(stored.row?.published ?? [], stored, withoutContact)
  }
  const [{ public: teams }, comp, rec, state] = await Promise.all([
    teamLists(edition)(),
    readPublicPools('comp'),
    readPublicPools('rec'),
    readWeekend(edition),
  ])
  return {
    teams,
    pools: { comp, rec },
    results: {
      comp: buildResults(state, 'comp'),
      rec: buildResults(state, 'rec'),
      schedule: answerSchedule(state).body,
    },
  }
}

const buildResults = (state: WeekendState, division: Division): DivisionResults => ({
  standings: showStandings(state, division),
  bracket: answerBracket(state, division, false).body.bracket,
})

/** Names the teams that a lower capacity moves to the waitlist, by their order among the bids that count. */
export function warnAboutCapacity({ current }: Platform) {
  return async (before: FactsOfYear, { year, capacity }: FactsOfYear): Promise<string[]> => {
    if (capacity >= before.capacity || String(year) !== current.edition) return []
    const { staff } = await teamLists(current)()
    const counting = staff.filter(({ email_confirmed }) => email_confirmed)
    const moved = counting.slice(capacity, before.capacity).filter(({ by_hand }) => !by_hand)
    if (moved.length === 0) return []
    const names = moved.map(({ team_name }) => team_name).join(', ')
    return [
      `${moved.length === 1 ? 'A confirmed team moves' : `${moved.length} confirmed teams move`} to the waitlist: ${names}.`,
    ]
  }
}
