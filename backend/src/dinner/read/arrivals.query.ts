import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { detailsToEvent, eventToDetails, findDetails } from '@ultimate/events/dinner/dish-details.ts'
import type { SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import { signupStream } from '@ultimate/events/dinner/signup.ts'
import { emailKey, type SlotEntry, slotStream, toFields } from '@ultimate/events/dinner/slot.ts'
import { buildSignup } from '@ultimate/events/dinner/slots/build-signup.ts'
import type { RemovedArrival, Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Platform } from '../../platform/module.ts'

type EditionLog = Pick<Platform, 'log' | 'current'>
type Corrected = Extract<SlotEvent, { type: 'SignupCorrected' }>

/** A canceled sign-up as it was before. */
interface CanceledSignup {
  readonly signup: Signup
  readonly entry: SlotEntry
  readonly signedUpAt: Date
  readonly canceledAt: Date
}

/**
 * Rebuilds a canceled sign-up from the log, because it has no row. Returns null for a sign-up that is unknown, was never
 * canceled, or belongs to another edition.
 */
export async function readCanceledSignup({ log, current }: EditionLog, id: string): Promise<CanceledSignup | null> {
  const ends = await log.read({ stream: signupStream(id), types: ['SignupWithdrawn'], newestFirst: true, limit: 1 })
  const end = (ends as readonly RecordedEvent<SignupEvent>[])[0]
  if (end?.type !== 'SignupWithdrawn' || end.metadata.edition !== current.edition) return null
  const { slotId } = end.data
  const events = await log.read({ stream: slotStream(slotId), limit: maxEvents })
  return rebuildSignup(current, id, {
    slotId,
    canceledAt: end.metadata.at,
    events: events as readonly RecordedEvent<SlotEvent>[],
  })
}

/** The limit is more than one slot has. */
const maxEvents = 10_000

interface SignupSource {
  readonly slotId: string
  readonly canceledAt: Date
  /** The events of the slot. */
  readonly events: readonly RecordedEvent<SlotEvent>[]
}

/** Returns the event by which a sign-up came into its slot, even if it has left; undefined if it never came. */
export async function readEntry(
  log: EditionLog['log'],
  { slotId, signupId }: { readonly slotId: string; readonly signupId: string },
): Promise<RecordedEvent<SlotEntry> | undefined> {
  const filter = { stream: slotStream(slotId), about: signupStream(signupId), limit: maxEvents }
  return findEntry(await log.read(filter), signupId)
}

/** Returns the entry with the last corrected name and address, and with the last details of the dish. */
export function findEntry(
  slotEvents: readonly RecordedEvent[],
  signupId: string,
): RecordedEvent<SlotEntry> | undefined {
  const events = slotEvents as readonly RecordedEvent<SlotEvent>[]
  const entry = events.find(
    (event): event is RecordedEvent<SlotEntry> =>
      (event.type === 'SignedUp' || event.type === 'WalkedIn') && event.data.signupId === signupId,
  )
  if (!entry) return undefined
  const details = detailsToEvent(findDetails(events, signupId))
  const correctedPerson = events.findLast(
    (event): event is RecordedEvent<Corrected> => event.type === 'SignupCorrected' && event.data.signupId === signupId,
  )?.data.person
  if (entry.type === 'SignedUp') {
    const { teamId, visitorId, person } = entry.data
    return { ...entry, data: { signupId, teamId, visitorId, person: correctedPerson ?? person, ...details } }
  }
  const { at, timeTrusted, person } = entry.data
  const data = { signupId, person: { ...person, name: correctedPerson?.name ?? person.name }, at }
  return { ...entry, data: { ...data, timeTrusted, ...details } }
}

/** The event by which a volunteer signed up, or staff corrected the name or the address. */
export type AddressEvent = RecordedEvent<Extract<SlotEvent, { type: 'SignedUp' | 'SignupCorrected' }>>

/**
 * Returns the event that gave a volunteer the present address, or with `before` the address as of that position. A
 * corrected name is no new address. Finds the event of a canceled sign-up too, but none of walk-ins, demo data and
 * forgotten people.
 */
export async function readAddressEvent(
  log: EditionLog['log'],
  { slotId, signupId, before }: { readonly slotId: string; readonly signupId: string; readonly before?: number },
): Promise<AddressEvent | undefined> {
  const events = await readCorrections(log, { slotId, signupId })
  const addressEvent = events.findLast(
    (event, index) =>
      (before === undefined || event.metadata.position < before) && hasNewAddress(event, events[index - 1]),
  )
  // Only demo data comes from the system.
  if (!addressEvent || addressEvent.metadata.actor.kind === 'system' || addressEvent.data.person.email === '')
    return undefined
  return addressEvent
}

/** Returns the event of the sign-up and the corrections by staff since; the earliest first. */
export async function readCorrections(
  log: EditionLog['log'],
  { slotId, signupId }: { readonly slotId: string; readonly signupId: string },
): Promise<readonly AddressEvent[]> {
  const types = ['SignedUp', 'SignupCorrected'] satisfies AddressEvent['type'][]
  const filter = { stream: slotStream(slotId), about: signupStream(signupId), types, limit: maxEvents }
  return (await log.read(filter)) as readonly AddressEvent[]
}

/** True where the event moved the sign-up to another address than before. */
export const hasNewAddress = ({ data }: AddressEvent, before: AddressEvent | undefined): boolean =>
  emailKey(data.person.email) !== emailKey(before?.data.person.email ?? '')

async function rebuildSignup(
  { sql }: EditionLog['current'],
  id: string,
  { slotId, canceledAt, events }: SignupSource,
): Promise<CanceledSignup | null> {
  const entry = findEntry(events, id)
  const definition = events.findLast(({ type }) => type === 'SlotAdded' || type === 'SlotChanged')
  if (!entry || !definition || !('slot' in definition.data)) return null
  const { name: slot_name, ...slot } = toFields(definition.data.slot)
  const signup = buildSignup({
    ...slot,
    id,
    slot_id: slotId,
    slot_name,
    person_name: entry.data.person.name,
    team_name: entry.type === 'WalkedIn' ? null : await readTeamName(sql, entry.data.teamId),
    walk_in_team: entry.type === 'WalkedIn' ? entry.data.person.team : null,
    taken_in_by: null,
    checked_at: null,
    time_trusted: null,
    came_in_at: null,
    details: eventToDetails(entry.data),
  })
  return { signup, entry, signedUpAt: entry.metadata.happenedAt ?? entry.metadata.at, canceledAt }
}

async function readTeamName(sql: EditionLog['current']['sql'], id: string): Promise<string> {
  const [team] = await sql<{ team_name: string }[]>`select team_name from dinner_teams where id = ${id}`
  return team?.team_name ?? ''
}

interface UndecidedRow {
  readonly id: string
  readonly undecided_at: Date
  readonly checked_in_by: string | null
}

/** Returns the check-ins of canceled sign-ups on which staff have not decided yet; the earliest first. */
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
