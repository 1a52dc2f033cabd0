import type { KeyObject } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkIns } from '@ultimate/backend/dinner/read/check-ins.view.ts'
import { signups, slots } from '@ultimate/backend/dinner/read/signups.view.ts'
import { teams } from '@ultimate/backend/tournament/read/teams/teams.view.ts'
import { encode } from '@ultimate/event-store/personal-data/event-codec.ts'
import type { ReadModel } from '@ultimate/event-store/read-model.ts'
import { createRegistry, type StoredModule } from '@ultimate/event-store/registry.ts'
import { dinnerEvents } from '@ultimate/events/dinner/events.ts'
import { tournamentEvents } from '@ultimate/events/tournament/events.ts'
import type { Sql } from 'postgres'

interface LoggedEvent {
  readonly stream: string
  readonly version: number
  readonly type: string
  readonly data: Record<string, unknown>
}

/** A log of any length. */
export interface Log {
  readonly module: StoredModule
  /** Returns the event at a position, counted from 0. */
  eventAt(position: number): LoggedEvent
}

const registration: StoredModule = {
  name: 'tournament',
  events: tournamentEvents,
  categories: ['team'],
  readModels: [teams],
}

const dinner: StoredModule = {
  name: 'dinner',
  events: dinnerEvents,
  categories: ['slot', 'signup'],
  readModels: [slots, signups, checkIns] as unknown as ReadModel[],
}

const id = (number: number) => `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`

/** Returns number and version of the stream at a position, where `together` streams of this length grow side by side. */
function interleaved(position: number, length: number, together: number) {
  const block = Math.floor(position / (together * length))
  const inBlock = position % (together * length)
  return { number: block * together + (inBlock % together), version: Math.floor(inBlock / together) + 1 }
}

const teamEvents = ['TeamRegistered', 'TeamConfirmed', 'TeamMarkedPaid', 'TeamMarkedUnpaid', 'TeamMarkedPaid']

/** Teams, each with five events, the first of which has personal data. */
const manyTeams: Log = {
  module: registration,
  eventAt: (position) => {
    const { number, version } = interleaved(position, teamEvents.length, 1_000)
    const type = teamEvents[version - 1] ?? ''
    return { stream: `team-${id(number)}`, version, type, data: type === 'TeamRegistered' ? bid(number) : {} }
  },
}

function bid(team: number) {
  const person = (role: string) => ({
    name: `${role} ${team}`,
    email: `${role}-${team}@example.org`,
    phone: '256 555 0100',
  })
  return {
    teamName: `Team ${team}`,
    pastTeamNames: '',
    location: 'Huntsville, AL',
    division: team % 2 ? 'comp' : 'rec',
    captain: { ...person('captain'), comments: 'See you there.' },
    alternate: team % 2 ? person('alternate') : null,
    awaitsConfirmation: false,
  }
}

/** Ten events of a slot, which are repeated: the type, and which of the five sign-ups of these ten it is about. */
const slotTurn = [
  ['SignedUp', 0],
  ['SignedUp', 1],
  ['WalkedIn', 2],
  ['AllergensNamed', 0],
  ['SignedUp', 3],
  ['SignupCorrected', 1],
  ['SignupRemoved', 0],
  ['SlotChanged', 0],
  ['SignupRemoved', 2],
  ['SignedUp', 4],
] as const

/** Slots with 2,500 events each: people sign up, walk in, are corrected and removed, and the slot is changed. */
const longSlots: Log = {
  module: dinner,
  eventAt: (position) => {
    const { number, version } = interleaved(position, 2_500, 40)
    const turn = Math.floor((version - 2) / slotTurn.length)
    const [type, place] =
      version === 1
        ? (['SlotAdded', 0] as const)
        : (slotTurn[(version - 2) % slotTurn.length] as (typeof slotTurn)[number])
    const signup = (number * 250 + turn) * 5 + place
    return { stream: `slot-${id(number)}`, version, type, data: slotData(type, number, signup) }
  },
}

function slotData(type: 'SlotAdded' | (typeof slotTurn)[number][0], slot: number, signup: number) {
  const signupId = id(signup)
  const person = { name: `Volunteer ${signup}`, email: `volunteer-${signup}@example.org` }
  switch (type) {
    case 'SlotAdded':
    case 'SlotChanged':
      return {
        slot: { category: 'dishes', name: `Dish ${slot}`, description: '', teamRequirement: 4, maxSignups: 1_000 },
      }
    case 'SignedUp':
      return { signupId, teamId: id(signup % 5_000), visitorId: `visitor-${signup}`, person }
    case 'WalkedIn':
      return { signupId, person: { name: person.name, team: 'Nearby' }, at: new Date(0).toISOString() }
    case 'AllergensNamed':
      return { signupId, allergens: ['milk'], otherAllergens: 'rye' }
    case 'SignupCorrected':
      return { signupId, person }
    case 'SignupRemoved':
      return { signupId }
  }
}

/** The logs by name, because a rebuild in another process gets the name of its log. */
export const logs = { manyTeams, longSlots }
export type LogName = keyof typeof logs

/** Writes events of a log straight into the tables, in the form in which the store writes them. */
export async function fill(sql: Sql, log: Log, from: number, to: number): Promise<void> {
  const events = await sql.unsafe('copy events from stdin').writable()
  const keys = new Map<string, KeyObject>()
  await pipeline(Readable.from(eventLines(log, from, to, keys)), chunks, events)
  const people = await sql.unsafe('copy person_keys from stdin').writable()
  const lines = [...keys].map(([subject, key]) => `${subject}\t\\\\x${key.export().toString('hex')}\n`)
  await pipeline(Readable.from(lines), chunks, people)
  await sql.unsafe('vacuum analyze events')
  await sql.unsafe('vacuum analyze person_keys')
}

/** Joins lines to chunks of 64 KiB or more, which are written faster. */
async function* chunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const line of lines) {
    chunk += line
    if (chunk.length < 64 * 1024) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

function* eventLines(log: Log, from: number, to: number, keys: Map<string, KeyObject>): Generator<string> {
  const registry = createRegistry([log.module])
  const at = new Date().toISOString()
  for (let position = from; position < to; position++) {
    const { stream, version, type, data } = log.eventAt(position)
    const { encoded, created } = encode(registry, stream, [{ type, data }], keys)
    for (const [subject, key] of created) keys.set(subject, key)
    const stored = (encoded[0]?.stored ?? '').replaceAll('\\', '\\\\')
    const category = stream.slice(0, stream.indexOf('-'))
    const event = [position + 1, stream, version, category, type, encoded[0]?.schemaVersion, stored]
    const cause = `correlation-${position}`
    const identity = ['visitor', `visitor-${position}`, '\\N', '\\N', cause, cause]
    yield `${[...event, ...identity, '2025', at, '\\N'].join('\t')}\n`
  }
}
