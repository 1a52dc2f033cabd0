import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { type StaffTeam, tournamentApi } from '@ultimate/events/tournament/api.ts'
import { teamIdOf } from '@ultimate/events/tournament/bid.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import { placesLeft, statusByOrder } from '@ultimate/events/tournament/team.ts'
import type { SpotOffer } from '@ultimate/events/tournament/team-api.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { bidAfter, inOrder, type OrderedBid } from '../team-changes.ts'
import { hasResults } from './games.view.ts'
import { readTeamHistory } from './team-history.query.ts'
import { readRemovedTeams, teamLists } from './teams/teams.query.ts'

export type ReadOffers = () => Promise<SpotOffer[]>

export function listFreeSpotsRoute(readOffers: ReadOffers): Route {
  return route(tournamentApi.listFreeSpots, async () => ({ status: 200, body: { offers: await readOffers() } }))
}

/**
 * The free spots, each with the team that is next for it, until the first game has a result. Follows from what is stored,
 * so an offer ends with all that fills the spot.
 */
export function spotOffers({ current, log }: Platform): ReadOffers {
  const lists = teamLists(current)
  return async () => {
    const { capacity } = await current.facts()
    const next = nextInLine((await lists()).staff, capacity)
    if (next.length === 0 || (await hasResults(current))) return []
    const removed = new Map((await readRemovedTeams(current)).map((team) => [team.id, team]))
    // Only spots that teams left are traced back to them.
    const left = removed.size === 0 ? [] : freeSpotsAfter(await readSpotHistory({ current, log }), capacity)
    const named = left.flatMap((id) => (id === null ? [] : (removed.get(id) ?? [])))
    return next.map(({ id, team_name, division }, index) => {
      const by = named[index]
      return {
        team: { id, team_name, division },
        left_by: by ? { id: by.id, team_name: by.team_name, withdrawn: by.withdrawn } : null,
      }
    })
  }
}

const readSpotHistory = ({ current, log }: Pick<Platform, 'current' | 'log'>) =>
  readTeamHistory(log, current.edition, spotTypes) as Promise<readonly RecordedEvent<TeamEvent>[]>

/** Those who wait by order come before those whom staff put on the waitlist. */
function nextInLine(teams: readonly StaffTeam[], capacity: number): StaffTeam[] {
  const counting = teams.filter(({ email_confirmed }) => email_confirmed)
  const waiting = counting.filter(({ status }) => status === 'waitlist')
  const inLine = [false, true].flatMap((isByHand) => waiting.filter(({ by_hand }) => by_hand === isByHand))
  return inLine.slice(0, placesLeft(counting.length - waiting.length, capacity))
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

/** The team that left a spot; null of a spot that was never taken, or whose team is still in. */
type Spot = string | null

interface Spots {
  readonly capacity: number
  readonly bids: Map<string, OrderedBid>
  /** Bids that are in and count, by order of registration. */
  readonly field: OrderedBid[]
  readonly free: Spot[]
  /** The spot that each team was confirmed for. */
  readonly filled: Map<string, Spot>
}

/**
 * The spots that are free after the history of an edition, oldest first. A spot that the order of registration fills at
 * once is not among them.
 */
export function freeSpotsAfter(history: readonly RecordedEvent<TeamEvent>[], capacity: number): readonly Spot[] {
  const free = Array.from({ length: capacity }, () => null)
  const spots: Spots = { capacity, bids: new Map(), field: [], free, filled: new Map() }
  for (const fact of history) apply(spots, fact)
  return spots.free
}

function apply(spots: Spots, fact: RecordedEvent<TeamEvent>): void {
  const { bids, field, free, capacity } = spots
  const id = teamIdOf(fact.metadata.stream)
  const bid = bidAfter(bids.get(id), fact)
  if (!bid) return
  bids.set(id, bid)
  const wasConfirmed = isConfirmed(spots, id)
  place(field, bid)
  const isNow = isConfirmed(spots, id)
  const change = placesLeft(countConfirmed(spots), capacity) - free.length
  if (change > 0) free.push(wasConfirmed && !isNow ? leftBy(spots, bid) : null)
  if (change < 0) fill(spots, fact, isNow ? id : null)
  // If the team that is back pushes another one down, the free spot belongs to that one.
  if (isNow && free.includes(id)) free[free.indexOf(id)] = null
}

/** A team that goes back to the waitlist leaves the spot as it found it. */
function leftBy({ bids, filled }: Spots, bid: OrderedBid): Spot {
  if (bid.out !== null) return bid.id
  const before = filled.get(bid.id) ?? null
  return before !== null && bids.get(before)?.out ? before : null
}

/** A team that comes back has its own spot again; else the one that was named, or the one that is free for longest. */
function fill({ free, filled }: Spots, fact: RecordedEvent<TeamEvent>, team: string | null): void {
  const named = fact.type === 'TeamConfirmed' ? fact.data.teamId : undefined
  const index = [team, named].map((id) => (id ? free.indexOf(id) : -1)).find((found) => found >= 0) ?? 0
  const [spot = null] = free.splice(index, 1)
  if (team !== null) filled.set(team, spot === team ? null : spot)
}

function place(field: OrderedBid[], bid: OrderedBid): void {
  const before = field.findIndex(({ id }) => id === bid.id)
  if (before >= 0) field.splice(before, 1)
  if (bid.counts && bid.out === null) field.splice(field.findLastIndex((other) => inOrder(other, bid) < 0) + 1, 0, bid)
}

const statusAt = ({ field, capacity }: Spots, index: number) =>
  field[index]?.decided ?? statusByOrder(index + 1, capacity)

const countConfirmed = (spots: Spots): number =>
  spots.field.filter((_, index) => statusAt(spots, index) === 'confirmed').length

function isConfirmed(spots: Spots, id: string): boolean {
  const index = spots.field.findIndex((bid) => bid.id === id)
  return index >= 0 && statusAt(spots, index) === 'confirmed'
}
