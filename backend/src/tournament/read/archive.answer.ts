import type { ArchivedTournament, DivisionResults } from '@ultimate/events/tournament/archive.ts'
import type { Pool } from '@ultimate/events/tournament/pools/pools-api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import type { Edition } from '../../platform/edition.ts'
import { answerBracket } from './games.route.ts'
import { readPools, shownPools, withoutContact } from './pools/pools.view.ts'
import { answerSchedule } from './schedule.answer.ts'
import { teamLists } from './teams/teams.query.ts'
import { type KnownWeekend, readWeekend, showStandings } from './weekend.query.ts'

/** Returns the public view of this edition's tournament. */
export async function archiveTournament(edition: Edition): Promise<ArchivedTournament> {
  const publicPools = async (division: Division): Promise<Pool[]> => {
    const known = await readPools(edition, division)
    return shownPools(known.row?.published ?? [], known, withoutContact)
  }
  const [{ public: teams }, comp, rec, known] = await Promise.all([
    teamLists(edition)(),
    publicPools('comp'),
    publicPools('rec'),
    readWeekend(edition),
  ])
  return {
    teams,
    pools: { comp, rec },
    results: {
      comp: buildResults(known, 'comp'),
      rec: buildResults(known, 'rec'),
      schedule: answerSchedule(known).body,
    },
  }
}

const buildResults = (known: KnownWeekend, division: Division): DivisionResults => ({
  standings: showStandings(known, division),
  bracket: answerBracket(known, division, false).body.bracket,
})
