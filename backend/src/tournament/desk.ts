import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { StaffTeam } from '@ultimate/events/tournament/api.ts'
import { isSameAddress, teamIdOf, teamStream } from '@ultimate/events/tournament/bid.ts'
import type { CaptainEvent, NoticeEvent, TeamEvent } from '@ultimate/events/tournament/events.ts'
import { hasNewerDraft } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import { placeLabel } from '@ultimate/events/tournament/pools/pools.ts'
import { type Division, divisionLabels, divisions } from '@ultimate/events/tournament/team.ts'
import type { SpotOffer } from '@ultimate/events/tournament/team-api.ts'
import { nameGame, shortDivisions } from '@ultimate/events/tournament/weekend/plan.ts'
import { listShared, type PlayedGame } from '@ultimate/events/tournament/weekend/weekend.ts'
import type { Entry, WaitingItem } from '../platform/changes.ts'
import type { Edition } from '../platform/edition.ts'
import type { Platform } from '../platform/module.ts'
import { readBidsOf, readOwnBid } from './read/own-bid.query.ts'
import { readPools, type StoredPools, toPools } from './read/pools/pools.view.ts'
import { teamLists } from './read/teams/teams.query.ts'
import { readWeekend, type WeekendState } from './read/weekend.query.ts'

/** Lists the teams, pools and results that wait for staff. */
export function tournamentWaiting(
  { current }: Pick<Platform, 'current'>,
  readOffers: () => Promise<SpotOffer[]>,
): () => Promise<readonly WaitingItem[]> {
  const lists = teamLists(current)
  return async () => {
    const [{ staff }, offers, weekend, divisionPools] = await Promise.all([
      lists(),
      readOffers(),
      readWeekend(current),
      Promise.all(divisions.map(async (division) => ({ division, ...(await readPools(current, division)) }))),
    ])
    const unpaid = staff.filter(({ status, paid }) => status === 'confirmed' && !paid)
    const waitlisted = new Set(staff.filter(({ status }) => status === 'waitlist').map(({ id }) => id))
    return [
      listGames(weekend, {
        kind: 'disputed_scores',
        title: 'Scores on which captains disagree',
        waits: ({ status, isPlayedByOthers }) => status === 'disputed' && !isPlayedByOthers,
      }),
      listGames(weekend, {
        kind: 'played_by_others',
        title: 'Results to keep or clear: other teams played',
        waits: ({ isPlayedByOthers }) => isPlayedByOthers,
      }),
      listOpenTies(weekend),
      listFreeSpots(offers),
      {
        kind: 'unpaid_teams',
        title: 'Confirmed teams that have not paid',
        names: unpaid.map(({ team_name }) => team_name),
        path: '/registration/teams?status=confirmed&paid=no',
      },
      listUnseeded(staff, divisionPools),
      listWaitlistedInPublicPools(divisionPools, waitlisted),
      listNewerDrafts(divisionPools),
    ]
  }
}

interface WaitingGames extends Pick<WaitingItem, 'kind' | 'title'> {
  readonly waits: (game: PlayedGame) => boolean
}

function listGames({ weekend }: WeekendState, { kind, title, waits }: WaitingGames): WaitingItem {
  const games = [...weekend.games.values()].filter(waits)
  return { kind, title, names: games.map(({ game }) => nameGame(game)), path: '/scores' }
}

/** Lists ties only in pools whose games are all played, because an earlier tie may still resolve itself. */
function listOpenTies({ weekend, nameOf }: WeekendState): WaitingItem {
  const tied = weekend.pools.flatMap((standings) =>
    standings.isComplete ? listShared(standings).map((teams) => ({ pool: standings.pool, teams })) : [],
  )
  return {
    kind: 'open_ties',
    title: 'Ties that need a decision',
    names: tied.map(
      ({ pool, teams }) => `${pool.name} ${shortDivisions[pool.division]}: ${teams.map(nameOf).join(', ')}`,
    ),
    path: '/standings',
  }
}

function listFreeSpots(offers: readonly SpotOffer[]): WaitingItem {
  return {
    kind: 'free_spots',
    title: offers.length === 1 ? 'A free spot: next on the waitlist' : 'Free spots: next on the waitlist',
    names: offers.map(({ team }) => team.team_name),
    path: '/registration/teams?status=waitlist',
    entries: offers.map(({ team: { id, team_name }, left_by }) => ({
      name: left_by ? `${team_name}, in place of ${left_by.team_name}` : team_name,
      path: `/registration/team?id=${id}`,
      action: {
        label: `Confirm ${team_name}`,
        done: `${team_name} is confirmed.`,
        request: `POST /api/teams/${id}/fill-spot`,
        mailsCaptain: true,
      },
    })),
  }
}

type DivisionPools = StoredPools & { readonly division: Division }

const toBuilderPath = (division: Division | undefined) => `/tournament/poolplay?division=${division ?? 'comp'}`

/** Lists none of a division with public pools, because seeds only help to arrange these. */
function listUnseeded(teams: readonly StaffTeam[], divisionPools: readonly DivisionPools[]): WaitingItem {
  const unpublished = divisionPools.filter(({ row }) => (row?.published ?? []).length === 0)
  const divisionsToSeed = unpublished.map(({ division }) => division)
  const unseeded = teams.filter(
    ({ division, status, seed }) => divisionsToSeed.includes(division) && status === 'confirmed' && seed === undefined,
  )
  return {
    kind: 'unseeded_teams',
    title: 'Confirmed teams without a seed',
    names: unseeded.map(({ team_name }) => team_name),
    path: `/registration/teams?seeds=${unseeded[0]?.division ?? 'comp'}`,
  }
}

function listWaitlistedInPublicPools(
  divisionPools: readonly DivisionPools[],
  waitlisted: ReadonlySet<string>,
): WaitingItem {
  const places = divisionPools.flatMap(({ division, row, teams }) =>
    (row?.published ?? []).flatMap((pool) =>
      pool.teams.flatMap((id, position) => {
        const team = id !== null && waitlisted.has(id) ? teams.get(id) : undefined
        return team ? [{ division, name: `${team.name} (${placeLabel(pool.name, position)})` }] : []
      }),
    ),
  )
  return {
    kind: 'waitlisted_in_public_pools',
    title: 'Waitlisted teams in public pools',
    names: places.map(({ name }) => name),
    path: toBuilderPath(places[0]?.division),
    entries: places.map(({ division, name }) => ({ name, path: toBuilderPath(division) })),
  }
}

function listNewerDrafts(divisionPools: readonly DivisionPools[]): WaitingItem {
  const newer = divisionPools.filter(({ row }) => hasNewerDraft(toPools(row)))
  return {
    kind: 'newer_pool_drafts',
    title: 'Drafts newer than the public pools',
    names: newer.map(({ division }) => divisionLabels[division]),
    path: toBuilderPath(newer[0]?.division),
    entries: newer.map(({ division }) => ({ name: divisionLabels[division], path: toBuilderPath(division) })),
  }
}

/** Finds the team whose captain an email did not reach; null where it was removed, or has another address by now. */
export const tournamentAddressee =
  ({ current, log }: Platform) =>
  async (recorded: RecordedEvent): Promise<Entry | null | undefined> => {
    const teamId = await findTeamId(recorded as RecordedEvent<TeamEvent | NoticeEvent | CaptainEvent>, current)
    if (teamId === undefined) return null
    const own = await readOwnBid(current, teamId)
    const [bidEvent] = await log.read({
      stream: teamStream(teamId),
      types: ['TeamRegistered', 'TeamCorrected'] satisfies BidEvent['type'][],
      before: recorded.metadata.position + 1,
      newestFirst: true,
      limit: 1,
    })
    const email = (bidEvent as RecordedEvent<BidEvent> | undefined)?.data.captain.email ?? ''
    if (!own || own.out !== null || email === '' || !isSameAddress(email, own.bid.captainEmail)) return null
    return { name: own.bid.teamName, path: `/registration/team?id=${teamId}` }
  }

type BidEvent = Extract<TeamEvent, { type: 'TeamRegistered' | 'TeamCorrected' }>

/** Finds the team that the email was about: the newest bid of the address if someone asked for confirmation links. */
async function findTeamId(
  { type, data, metadata }: RecordedEvent<TeamEvent | NoticeEvent | CaptainEvent>,
  current: Edition,
): Promise<string | undefined> {
  if (type === 'ConfirmationLinkRequested') return (await readBidsOf(current, data.contact.email))[0]?.id
  // `teamId` of `TeamConfirmed` is another team, whose spot this one got.
  if (type === 'TeamConfirmed' || !('teamId' in data)) return teamIdOf(metadata.stream)
  return data.teamId
}
