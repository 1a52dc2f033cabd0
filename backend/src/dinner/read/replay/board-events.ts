import type { LogFilter } from '@ultimate/event-store/event-log.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { IndexedEvents } from '@ultimate/event-store/registry.ts'
import type { SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import { dinnerStream } from '@ultimate/events/dinner/session.ts'
import { signupIdOf } from '@ultimate/events/dinner/signup.ts'
import { type SlotCategory, slotStream } from '@ultimate/events/dinner/slot.ts'
import type { PublishedByTournament } from '@ultimate/events/tournament/published.ts'
import type { Platform } from '../../../platform/module.ts'

/** The first of an edition is what happens first in it, unless its board is laid out before. */
const slotsAdded: IndexedEvents = {
  name: 'slots_added',
  by: 'edition',
  types: ['SlotAdded'] satisfies SlotEvent['type'][],
}
/** The events with which dishes come; a dish that is restored had come with one of them before. */
const dishesCame: IndexedEvents = {
  name: 'dishes_came',
  by: 'edition',
  types: ['CheckedIn', 'RemovedSignupCheckedIn'] satisfies SignupEvent['type'][],
  data: { category: 'dishes' satisfies SlotCategory },
}
/** The events of slots and teams that change what a board shows. */
const shownOfStreams: IndexedEvents = {
  name: 'shown_on_boards',
  by: 'stream',
  types: [
    ...(['SlotAdded', 'SlotChanged', 'SlotDeleted', 'SlotRestored'] satisfies SlotEvent['type'][]),
    ...(['TeamRegistered', 'TeamCorrected'] satisfies PublishedByTournament['type'][]),
  ],
}
export const boardIndexes = [slotsAdded, dishesCame, shownOfStreams]

type Arrival = RecordedEvent<Extract<SignupEvent, { type: 'CheckedIn' | 'RemovedSignupCheckedIn' }>>
/** The limit is more than one edition has. */
const limit = 100_000

/**
 * Reads the events of this edition's boards, oldest first: the first event, the session, the dishes that came, and
 * their slots and teams. Does not read other editions, or events that never came to a board.
 */
export async function readBoardEvents(
  { log, current: { edition } }: Pick<Platform, 'log' | 'current'>,
  until: Pick<LogFilter, 'before' | 'to'> = {},
): Promise<RecordedEvent[]> {
  const read = (filter: LogFilter) => log.read({ limit, ...until, ...filter })
  const [added, ofSession, came] = await Promise.all([
    read({ indexed: slotsAdded, edition, limit: 1 }),
    read({ stream: dinnerStream(edition) }),
    read({ indexed: dishesCame, edition }) as Promise<readonly Arrival[]>,
  ])
  const dishes = [...new Set(came.map(({ metadata }) => metadata.stream))]
  const slots = [...new Set(came.map(({ data }) => slotStream(data.slotId)))]
  const [ofDishes, ofSlots, ofSignups] = await Promise.all([
    read({ streams: dishes }),
    read({ indexed: shownOfStreams, streams: slots }),
    read({ naming: { category: 'signup', ids: dishes.map(signupIdOf) }, categories: ['slot'] }),
  ])
  const teams = (ofSignups as readonly RecordedEvent<SlotEvent>[]).flatMap((event) => findTeam(event) ?? [])
  const ofTeams = await read({ indexed: shownOfStreams, streams: [...new Set(teams)] })
  const all = [added, ofSession, ofDishes, ofSlots, ofSignups, ofTeams].flat()
  const events = new Map(all.map((event) => [event.metadata.position, event]))
  return [...events.values()].toSorted((one, other) => one.metadata.position - other.metadata.position)
}

const findTeam = ({ type, data }: RecordedEvent<SlotEvent>): string | null =>
  type === 'SignedUp' || type === 'SignupRestored' ? `team-${data.teamId}` : null

/** An event of the log with the moment by which it is ordered. */
export interface TimedEvent {
  readonly event: RecordedEvent
  readonly at: Date
}

/** Orders events as the site learned of them: by the time at which they were stored. */
export const asKnown = (event: RecordedEvent): TimedEvent => ({ event, at: event.metadata.at })

/**
 * Orders events as they really happened, even if a device without a connection reported them later. Within a stream
 * the order stays, since each event was decided on the ones before it; and no event of a dinner comes before the
 * beginning of that dinner.
 */
export function asHappened(events: readonly RecordedEvent[]): TimedEvent[] {
  const latest = new Map<string, number>()
  const begun = new Map<number, number>()
  for (const { type, data, metadata } of events)
    if (type === 'DinnerReset') begun.set((data as { dinner: number }).dinner, metadata.at.getTime())
  const timed = events.map((event): TimedEvent => {
    const { stream, at, happenedAt } = event.metadata
    const dinner = dinnerOf(event as RecordedEvent<SignupEvent>)
    const notBefore = Math.max(latest.get(stream) ?? 0, (dinner && begun.get(dinner)) ?? 0)
    const moment = Math.max((happenedAt ?? at).getTime(), notBefore)
    latest.set(stream, moment)
    return { event, at: new Date(moment) }
  })
  // Sorting keeps the order of what happened at one moment.
  return timed.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

function dinnerOf(event: RecordedEvent<SignupEvent>): number | null {
  return event.type === 'DishMoved' || event.type === 'DishEmptied' || event.type === 'DishPutBack'
    ? event.data.dinner
    : null
}
