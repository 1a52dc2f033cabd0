import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { eventToDetails } from '@ultimate/events/dinner/dish-details.ts'
import type { SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import { signupStream } from '@ultimate/events/dinner/signup.ts'
import { type FirstEntry, slotStream, toFields } from '@ultimate/events/dinner/slot.ts'
import { buildSignup } from '@ultimate/events/dinner/slots/build-signup.ts'
import type { RemovedArrival, Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Platform } from '../../platform/module.ts'
import { findCorrectedEntry, findFirstEntry, maxSlotEvents } from './signup-entry.ts'

type EditionLog = Pick<Platform, 'log' | 'current'>

/** A canceled sign-up as it was before. */
interface CanceledSignup {
  readonly signup: Signup
  /** The first entry, with the latest name, address and details. The sign-up can take its place again with this entry. */
  readonly entry: FirstEntry
  /** The first sign-up counts, even if it was restored since: a check-in reported as earlier gets its time. */
  readonly signedUpAt: Date
  readonly canceledAt: Date
}

/**
 * Rebuilds a canceled sign-up from the log, because it has no row. Returns null for a sign-up that is unknown, was never
 * canceled, or belongs to another edition. Call it only for sign-ups without a row, because it also returns one that was
 * restored since.
 */
export async function readCanceledSignup({ log, current }: EditionLog, id: string): Promise<CanceledSignup | null> {
  const ends = await log.read({ stream: signupStream(id), types: ['SignupWithdrawn'], newestFirst: true, limit: 1 })
  const end = (ends as readonly RecordedEvent<SignupEvent>[])[0]
  if (end?.type !== 'SignupWithdrawn' || end.metadata.edition !== current.edition) return null
  const { slotId } = end.data
  const events = await log.read({ stream: slotStream(slotId), limit: maxSlotEvents })
  const firstEntry = findFirstEntry(events, id)
  const correctedEntry = findCorrectedEntry(events, id)
  const definition = findLastDefinition(events)
  if (!firstEntry || !correctedEntry || !definition) return null
  const { type, data } = correctedEntry
  const { name: slot_name, ...fields } = toFields(definition)
  const signup = buildSignup({
    ...fields,
    id,
    slot_id: slotId,
    slot_name,
    person_name: data.person.name,
    team_name: type === 'WalkedIn' ? null : await readTeamName(current.sql, data.teamId),
    walk_in_team: type === 'WalkedIn' ? data.person.team : null,
    // Not needed: it decides who may cancel a walk-in, and this one is canceled already.
    taken_in_by: null,
    checked_at: null,
    time_trusted: null,
    came_in_at: null,
    details: eventToDetails(data),
  })
  const { happenedAt, at } = firstEntry.metadata
  return { signup, entry: correctedEntry, signedUpAt: happenedAt ?? at, canceledAt: end.metadata.at }
}

type SlotDefined = Extract<SlotEvent, { type: 'SlotAdded' | 'SlotChanged' }>

/** `SlotRestored` is not among the events, because a restored slot has the definition that it had. */
const findLastDefinition = (ofSlot: readonly RecordedEvent[]): SlotDefined['data']['slot'] | undefined =>
  (ofSlot as readonly RecordedEvent<SlotEvent>[]).findLast(
    (event): event is RecordedEvent<SlotDefined> => event.type === 'SlotAdded' || event.type === 'SlotChanged',
  )?.data.slot

async function readTeamName(sql: EditionLog['current']['sql'], id: string): Promise<string> {
  const [team] = await sql<{ team_name: string }[]>`select team_name from dinner_teams where id = ${id}`
  return team?.team_name ?? ''
}

interface UndecidedRow {
  readonly id: string
  readonly undecided_at: Date
  readonly checked_in_by: string | null
}

/**
 * Returns the check-ins of this edition's canceled sign-ups on which staff have not decided yet; the earliest first. The
 * rows are of all editions. `readCanceledSignup` returns null for other editions, so these rows are skipped.
 */
export async function readUndecided(editionLog: EditionLog): Promise<RemovedArrival[]> {
  const rows = await editionLog.current.sql<UndecidedRow[]>`
    select id, undecided_at, checked_in_by from dinner_check_ins where undecided_at is not null order by undecided_at, id`
  const arrivals = await Promise.all(
    rows.map(async ({ id, undecided_at, checked_in_by: by }): Promise<RemovedArrival[]> => {
      const canceled = await readCanceledSignup(editionLog, id)
      if (!canceled) return []
      const { person_name, slot_name } = canceled.signup
      return [{ signup_id: id, person_name, slot_name, at: undecided_at.toISOString(), by }]
    }),
  )
  return arrivals.flat()
}
