import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { type StaffTeam, tournamentApi } from '@ultimate/events/tournament/api.ts'
import { teamIdOf } from '@ultimate/events/tournament/bid.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import { placesLeft, statusByOrder } from '@ultimate/events/tournament/team.ts'
import type { SpotOffer } from '@ultimate/events/tournament/team-api.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { bidAfter, compareOrder, type OrderedBid } from '../ordered-bid.ts'
import { hasResults } from './games.view.ts'
import { readTeamHistory } from './team-history.query.ts'
import { readRemovedTeams, teamLists } from './teams/teams.query.ts'

export type ReadOffers = () => Promise<SpotOffer[]>

export function listFreeSpotsRoute(readOffers: ReadOffers): Route {
  return route(tournamentApi.listFreeSpots, async () => ({ status: 200, body: { offers: await readOffers() } }))
}

/**
 * The free spots, each with the team that is next for it, until the first game has a result. Offers are not stored, so an
 * offer ends with everything that fills the spot.
 */
export function spotOffers({ current, log }: Platform): ReadOffers {
  const lists = teamLists(current)
  return async () => {
    const { capacity } = await current.facts()
    const nextTeams = listNextTeams((await lists()).staff, capacity)
    if (nextTeams.length === 0 || (await hasResults(current))) return []
    const removedTeams = new Map((await readRemovedTeams(current)).map((team) => [team.id, team]))
    // Without a removed team no spot was left, so the history is not read.
    const spots = removedTeams.size === 0 ? [] : freeSpotsAfter(await readSpotHistory({ current, log }), capacity)
    const formerTeams = spots.flatMap((id) => (id === null ? [] : (removedTeams.get(id) ?? [])))
    return nextTeams.map(({ id, team_name, division }, index) => {
      const former = formerTeams[index]
      return {
        team: { id, team_name, division },
        left_by: former ? { id: former.id, team_name: former.team_name, withdrawn: former.withdrawn } : null,
      }
    })
  }
}

const readSpotHistory = ({ current, log }: Pick<Platform, 'current' | 'log'>) =>
  readTeamHistory(log, current.edition, spotTypes) as Promise<readonly RecordedEvent<TeamEvent>[]>

/** Lists the next team for each free spot. Teams on the waitlist by order come before teams that staff put there. */
function listNextTeams(teams: readonly StaffTeam[], capacity: number): StaffTeam[] {
  const counting = teams.filter(({ email_confirmed }) => email_confirmed)
  const waitlist = counting.filter(({ status }) => status === 'waitlist')
  const inTurn = [...waitlist.filter(({ by_hand }) => !by_hand), ...waitlist.filter(({ by_hand }) => by_hand)]
  return inTurn.slice(0, placesLeft(counting.length - waitlist.length, capacity))
}

/** The events that may leave a spot free, or fill one. */
const spotTypes = [
  'TeamRegistered',
  'AddressConfirmed',
  'TeamConfirmed',
  'TeamWaitlisted',
  'TeamStandingReset',
  'TeamRemoved',
  'TeamWithdrawn',
  'TeamRestored',
] satisfies TeamEvent['type'][]

/** The id of the team that left a spot; null for a spot that no team had before, or whose team is still registered. */
type Spot = string | null

interface Spots {
  readonly capacity: number
  /** All bids by their ids. */
  readonly bids: Map<string, OrderedBid>
  /** The bids that count and are not removed, by order of registration. */
  readonly registered: OrderedBid[]
  /** Oldest first. */
  readonly free: Spot[]
  /** The spot that each team was confirmed for, by the team's id. */
  readonly filled: Map<string, Spot>
}

/**
 * The spots that are free after the history of an edition, oldest first. A spot that the order of registration fills at
 * once is not among them.
 */
export function freeSpotsAfter(history: readonly RecordedEvent<TeamEvent>[], capacity: number): readonly Spot[] {
  const free = Array.from({ length: capacity }, () => null)
  const spots: Spots = { capacity, bids: new Map(), registered: [], free, filled: new Map() }
  for (const event of history) apply(spots, event)
  return spots.free
}

function apply(spots: Spots, event: RecordedEvent<TeamEvent>): void {
  const { bids, registered, free, capacity } = spots
  const id = teamIdOf(event.metadata.stream)
  const bid = bidAfter(bids.get(id), event)
  if (!bid) return
  bids.set(id, bid)
  const wasConfirmed = isConfirmed(spots, id)
  placeByOrder(registered, bid)
  const isConfirmedNow = isConfirmed(spots, id)
  const newlyFree = placesLeft(countConfirmed(spots), capacity) - free.length
  if (newlyFree > 0) free.push(wasConfirmed && !isConfirmedNow ? leaveSpot(spots, bid) : null)
  if (newlyFree < 0) fillSpot(spots, event, isConfirmedNow ? id : null)
  // If the restored team moved another one down instead, the free spot is that team's, which is still registered.
  if (isConfirmedNow && free.includes(id)) free[free.indexOf(id)] = null
}

/** A removed team leaves its own spot; one that goes back to the waitlist leaves the spot that it was confirmed for. */
function leaveSpot({ bids, filled }: Spots, bid: OrderedBid): Spot {
  if (bid.removal !== null) return bid.id
  const formerTeam = filled.get(bid.id) ?? null
  return formerTeam !== null && bids.get(formerTeam)?.removal ? formerTeam : null
}

/** A restored team gets its own spot; other teams get the spot that the event names, or the one that is free for longest. */
function fillSpot({ free, filled }: Spots, event: RecordedEvent<TeamEvent>, team: string | null): void {
  const namedSpot = event.type === 'TeamConfirmed' ? event.data.teamId : undefined
  const index = [team, namedSpot].map((id) => (id ? free.indexOf(id) : -1)).find((spot) => spot >= 0) ?? 0
  const [spot = null] = free.splice(index, 1)
  if (team !== null) filled.set(team, spot === team ? null : spot)
}

function placeByOrder(registered: OrderedBid[], bid: OrderedBid): void {
  const index = registered.findIndex(({ id }) => id === bid.id)
  if (index >= 0) registered.splice(index, 1)
  if (!bid.counts || bid.removal !== null) return
  registered.splice(registered.findLastIndex((other) => compareOrder(other, bid) < 0) + 1, 0, bid)
}

const statusAt = ({ registered, capacity }: Spots, index: number) =>
  registered[index]?.decided ?? statusByOrder(index + 1, capacity)

const countConfirmed = (spots: Spots): number =>
  spots.registered.filter((_, index) => statusAt(spots, index) === 'confirmed').length

function isConfirmed(spots: Spots, id: string): boolean {
  const index = spots.registered.findIndex((bid) => bid.id === id)
  return index >= 0 && statusAt(spots, index) === 'confirmed'
}
