import type { LogFilter } from '@ultimate/event-store/event-log.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { IndexedEvents } from '@ultimate/event-store/registry.ts'
import type { SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import { dinnerStream } from '@ultimate/events/dinner/session.ts'
import { signupIdOf } from '@ultimate/events/dinner/signup.ts'
import { type SlotCategory, slotStream } from '@ultimate/events/dinner/slot.ts'
import type { PublishedByTournament } from '@ultimate/events/tournament/published.ts'
import type { Platform } from '../../../platform/module.ts'

/** A replay begins with the first slot of an edition, or with an earlier change of the layout. */
const slotsAdded: IndexedEvents = {
  name: 'slots_added',
  by: 'edition',
  types: ['SlotAdded'] satisfies SlotEvent['type'][],
}
/** The check-ins of dishes. A restored dish had one of them before. */
const dishesCheckedIn: IndexedEvents = {
  name: 'dishes_came',
  by: 'edition',
  types: ['CheckedIn', 'RemovedSignupCheckedIn'] satisfies SignupEvent['type'][],
  data: { category: 'dishes' satisfies SlotCategory },
}
/**
 * The events of slots and teams that change what a board shows. Events about one sign-up, such as `AllergensNamed`, are
 * not listed: they name the sign-up, by which `readBoardEvents` finds them.
 */
const shownOnBoards: IndexedEvents = {
  name: 'shown_on_boards',
  by: 'stream',
  types: [
    ...(['SlotAdded', 'SlotChanged', 'SlotDeleted', 'SlotRestored'] satisfies SlotEvent['type'][]),
    ...(['TeamRegistered', 'TeamCorrected'] satisfies PublishedByTournament['type'][]),
  ],
}
export const boardIndexes = [slotsAdded, dishesCheckedIn, shownOnBoards]

type CheckIn = RecordedEvent<Extract<SignupEvent, { type: 'CheckedIn' | 'RemovedSignupCheckedIn' }>>
/** More events than one edition has. */
const limit = 100_000

/**
 * Reads the events of this edition's boards, oldest first: the first slot, and those of the session, of checked-in dishes,
 * and of the slots and teams of these dishes. Does not read other editions, or events that no board shows.
 */
export async function readBoardEvents(
  { log, current: { edition } }: Pick<Platform, 'log' | 'current'>,
  until: Pick<LogFilter, 'before' | 'to'> = {},
): Promise<RecordedEvent[]> {
  const read = (filter: LogFilter) => log.read({ limit, ...until, ...filter })
  const [firstSlot, ofSession, checkIns] = await Promise.all([
    read({ indexed: slotsAdded, edition, limit: 1 }),
    read({ stream: dinnerStream(edition) }),
    read({ indexed: dishesCheckedIn, edition }) as Promise<readonly CheckIn[]>,
  ])
  const dishStreams = [...new Set(checkIns.map(({ metadata }) => metadata.stream))]
  const slotStreams = [...new Set(checkIns.map(({ data }) => slotStream(data.slotId)))]
  const [ofDishes, ofSlots, ofSignups] = await Promise.all([
    read({ streams: dishStreams }),
    read({ indexed: shownOnBoards, streams: slotStreams }),
    read({ naming: { category: 'signup', ids: dishStreams.map(signupIdOf) }, categories: ['slot'] }),
  ])
  const teamStreams = (ofSignups as readonly RecordedEvent<SlotEvent>[]).flatMap((event) => findTeamStream(event) ?? [])
  const ofTeams = await read({ indexed: shownOnBoards, streams: [...new Set(teamStreams)] })
  const all = [firstSlot, ofSession, ofDishes, ofSlots, ofSignups, ofTeams].flat()
  const events = new Map(all.map((event) => [event.metadata.position, event]))
  return [...events.values()].toSorted((one, other) => one.metadata.position - other.metadata.position)
}

const findTeamStream = ({ type, data }: RecordedEvent<SlotEvent>): string | null =>
  type === 'SignedUp' || type === 'SignupRestored' ? `team-${data.teamId}` : null
