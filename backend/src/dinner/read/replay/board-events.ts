import type { LogFilter } from '@ultimate/event-store/event-log.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { DinnerEvent, SessionEvent, SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import { dinnerStream } from '@ultimate/events/dinner/session.ts'
import { signupIdOf } from '@ultimate/events/dinner/signup-state.ts'
import { type SlotCategory, slotStream } from '@ultimate/events/dinner/slot.ts'
import type { Platform } from '../../../platform/module.ts'
import { followed } from '../teams.view.ts'

/** By one of these a dish comes to the board, or a person to serve; as the events name it. */
const arrivals = ['CheckedIn', 'RemovedSignupCheckedIn'] satisfies SignupEvent['type'][]
const ofDishes = { data: { category: 'dishes' satisfies SlotCategory } }
/** By one of these, and it may not have come. */
const returns = ['SignupReinstated'] satisfies SignupEvent['type'][]
/** One of these is the first thing that happens in an edition. */
const beginnings = ['SlotAdded', 'LayoutChanged', 'DinnerStarted'] satisfies (SlotEvent | SessionEvent)['type'][]
/** More than there are of one edition. */
const limit = 100_000

/**
 * What the boards of this edition are made of, oldest first: what began it, its session, and the dishes that came, with
 * their slots and teams. Other editions, and what never came to a board, are not read.
 */
export async function readBoardEvents(
  { log, current: { edition } }: Pick<Platform, 'log' | 'current'>,
  until: Pick<LogFilter, 'before' | 'to'> = {},
): Promise<RecordedEvent[]> {
  // Each type apart, so that the index of types gives them in order; together the whole log would be looked through.
  const ofTypes = async (types: readonly string[], filter: LogFilter = {}) => {
    const read = await Promise.all(
      types.map((type) => log.read({ ...until, ...filter, types: [type], edition, limit })),
    )
    return inOrder(read.flat()) as DinnerFact[]
  }
  const [first] = await ofTypes(beginnings)
  if (!first) return []
  const since = { after: first.metadata.position }
  const came = await Promise.all([ofTypes(arrivals, { ...since, ...ofDishes }), ofTypes(returns, since)])
  const dishes = came.flat().flatMap((event) => dishIn(event) ?? [])
  const streams = [dinnerStream(edition), ...dishes.flatMap(({ stream, slotId }) => [stream, slotStream(slotId)])]
  const own = (await log.read({ ...until, streams: [...new Set(streams)], limit })) as DinnerFact[]
  const ids = new Set(dishes.map(({ stream }) => signupIdOf(stream)))
  const teams = new Set(own.flatMap((event) => teamOf(event, ids) ?? []))
  const ofTeams = await log.read({ ...until, streams: [...teams], types: followed, limit })
  const events = new Map([first, ...own, ...ofTeams].map((event) => [event.metadata.position, event]))
  return inOrder([...events.values()])
}

const inOrder = (events: readonly RecordedEvent[]): RecordedEvent[] =>
  events.toSorted((one, other) => one.metadata.position - other.metadata.position)

type DinnerFact = RecordedEvent<DinnerEvent>

/** The dish that comes to the board; null where it is another event, or where someone comes to serve. */
function dishIn({ type, data, metadata: { stream } }: DinnerFact): { stream: string; slotId: string } | null {
  if (type === 'SignupReinstated') return data.arrival?.category === 'dishes' ? { stream, slotId: data.slotId } : null
  if (type !== 'CheckedIn' && type !== 'RemovedSignupCheckedIn') return null
  return data.category === 'dishes' ? { stream, slotId: data.slotId } : null
}

function teamOf({ type, data }: DinnerFact, signups: ReadonlySet<string>): string | null {
  if (type !== 'SignedUp' && type !== 'SignupRestored') return null
  return signups.has(data.signupId) ? `team-${data.teamId}` : null
}
