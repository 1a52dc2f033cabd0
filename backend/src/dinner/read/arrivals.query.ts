import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { toAllergens } from '@ultimate/events/dinner/allergens.ts'
import type { SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import { signupStream } from '@ultimate/events/dinner/signup.ts'
import { buildSignup, emailKey, slotStream, toFields } from '@ultimate/events/dinner/slot.ts'
import type { Signup, UndecidedArrival } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Platform } from '../../platform/module.ts'

type EditionLog = Pick<Platform, 'log' | 'current'>
type Corrected = Extract<SlotEvent, { type: 'SignupCorrected' }>
type SlotEntry = Extract<SlotEvent, { type: 'SignedUp' | 'WalkedIn' }>

/** A sign-up that was removed, as it was. */
interface RemovedSignup {
  readonly signup: Signup
  readonly made: SlotEntry
  readonly signedUpAt: Date
  readonly removedAt: Date
}

/**
 * Read from the log, because no row is left of it: few sign-ups are removed, and of few of these it is asked. Null for
 * what was never there, was not removed, or belongs to another edition.
 */
export async function readRemovedSignup({ log, current }: EditionLog, id: string): Promise<RemovedSignup | null> {
  const ends = await log.read({ stream: signupStream(id), types: ['SignupWithdrawn'], newestFirst: true, limit: 1 })
  const end = (ends as readonly RecordedEvent<SignupEvent>[])[0]
  if (end?.type !== 'SignupWithdrawn' || end.metadata.edition !== current.edition) return null
  const { slotId } = end.data
  const types = ['SlotAdded', 'SlotChanged', ...entries] satisfies SlotEvent['type'][]
  const facts = await log.read({ stream: slotStream(slotId), types, limit: maxFacts })
  return asItWas(current, id, {
    slotId,
    removedAt: end.metadata.at,
    facts: facts as readonly RecordedEvent<SlotEvent>[],
  })
}

/** The most facts that are read of one slot: more than any has. */
const maxFacts = 10_000

interface Remains {
  readonly slotId: string
  readonly removedAt: Date
  readonly facts: readonly RecordedEvent<SlotEvent>[]
}

/** Returns the event by which a sign-up came into its slot, even if it has left; undefined if it never came. */
export async function readEntry(
  log: EditionLog['log'],
  { slotId, signupId }: { readonly slotId: string; readonly signupId: string },
): Promise<RecordedEvent<SlotEntry> | undefined> {
  return entryIn(await log.read({ stream: slotStream(slotId), types: entries, limit: maxFacts }), signupId)
}

const entries = ['SignedUp', 'WalkedIn', 'SignupCorrected', 'AllergensNamed'] satisfies SlotEvent['type'][]

/** Returns the entry with the last corrected name and address, and with the last named allergens. */
export function entryIn(all: readonly RecordedEvent[], signupId: string): RecordedEvent<SlotEntry> | undefined {
  const facts = all as readonly RecordedEvent<SlotEvent>[]
  const made = facts.find(
    (fact): fact is RecordedEvent<SlotEntry> =>
      (fact.type === 'SignedUp' || fact.type === 'WalkedIn') && fact.data.signupId === signupId,
  )
  if (!made) return undefined
  const named = namedLast(facts, signupId)
  const corrected = facts.findLast(
    (fact): fact is RecordedEvent<Corrected> => fact.type === 'SignupCorrected' && fact.data.signupId === signupId,
  )?.data.person
  if (made.type === 'SignedUp')
    return { ...made, data: { ...made.data, ...named, person: corrected ?? made.data.person } }
  const { name, team } = { ...made.data.person, ...(corrected && { name: corrected.name }) }
  return { ...made, data: { ...made.data, ...named, person: { name, team } } }
}

/** Returns the allergens that were named last since the sign-up came into its slot. */
function namedLast(facts: readonly RecordedEvent<SlotEvent>[], signupId: string) {
  const last = facts.findLast((fact) => fact.type === 'AllergensNamed' && fact.data.signupId === signupId)
  if (last?.type !== 'AllergensNamed') return {}
  const { allergens, otherAllergens } = last.data
  return { allergens, otherAllergens }
}

/** A volunteer with a name and an address: as they signed up, or were corrected. */
export type Addressed = RecordedEvent<Extract<SlotEvent, { type: 'SignedUp' | 'SignupCorrected' }>>

/**
 * Returns the event that gave a volunteer the present address, or the one before a position; a corrected name is not a
 * new address. Finds it for a removed sign-up too; undefined for walk-ins, demo data and forgotten people.
 */
export async function readAddressed(
  log: EditionLog['log'],
  { slotId, signupId, before }: { readonly slotId: string; readonly signupId: string; readonly before?: number },
): Promise<Addressed | undefined> {
  const facts = await readCorrections(log, { slotId, signupId })
  const entry = facts.findLast(
    (fact, at) => (before === undefined || fact.metadata.position < before) && hasNewAddress(fact, facts[at - 1]),
  )
  return entry && entry.metadata.actor.kind !== 'system' && entry.data.person.email !== '' ? entry : undefined
}

/** Returns the sign-up event and the corrections of staff since; the earliest first. */
export async function readCorrections(
  log: EditionLog['log'],
  { slotId, signupId }: { readonly slotId: string; readonly signupId: string },
): Promise<readonly Addressed[]> {
  const types = ['SignedUp', 'SignupCorrected'] satisfies Addressed['type'][]
  const filter = { stream: slotStream(slotId), about: signupStream(signupId), types, limit: maxFacts }
  return (await log.read(filter)) as readonly Addressed[]
}

/** True where the event moved the sign-up to another address than before. */
export const hasNewAddress = ({ data }: Addressed, before: Addressed | undefined): boolean =>
  emailKey(data.person.email) !== emailKey(before?.data.person.email ?? '')

async function asItWas({ sql }: EditionLog['current'], id: string, remains: Remains): Promise<RemovedSignup | null> {
  const { slotId, removedAt, facts } = remains
  const made = entryIn(facts, id)
  const defined = facts.findLast((fact) => fact.type === 'SlotAdded' || fact.type === 'SlotChanged')
  if (!made || !defined || !('slot' in defined.data)) return null
  const { name: slot_name, ...slot } = toFields(defined.data.slot)
  const signup = buildSignup({
    ...slot,
    id,
    slot_id: slotId,
    slot_name,
    person_name: made.data.person.name,
    team_name: made.type === 'WalkedIn' ? null : await readTeamName(sql, made.data.teamId),
    walk_in_team: made.type === 'WalkedIn' ? made.data.person.team : null,
    taken_in_by: null,
    checked_at: null,
    time_trusted: null,
    came_in_at: null,
    allergens: toAllergens(made.data),
  })
  return { signup, made, signedUpAt: made.metadata.happenedAt ?? made.metadata.at, removedAt }
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

/** The arrivals that were received after the sign-up was removed, and are not decided on yet; the earliest first. */
export async function readUndecided(known: EditionLog): Promise<UndecidedArrival[]> {
  const rows = await known.current.sql<UndecidedRow[]>`
    select id, undecided_at, checked_in_by from dinner_check_ins where undecided_at is not null order by undecided_at, id`
  const arrivals = await Promise.all(
    rows.map(async ({ id, undecided_at, checked_in_by: by }): Promise<UndecidedArrival[]> => {
      const removed = await readRemovedSignup(known, id)
      if (!removed) return []
      const { person_name, slot_name } = removed.signup
      return [{ signup_id: id, person_name, slot_name, at: undecided_at.toISOString(), by }]
    }),
  )
  return arrivals.flat()
}
