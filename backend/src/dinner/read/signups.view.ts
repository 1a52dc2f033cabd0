import { readModel } from '@ultimate/event-store/read-model.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import {
  applyDetailsCorrection,
  type DishDetails,
  type Entry,
  eventToDetails,
  isDetailsCorrection,
} from '@ultimate/events/dinner/dish-details.ts'
import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import { emailKey, isUnlisted, type SlotCategory, slotIdOf, toFields } from '@ultimate/events/dinner/slot.ts'
import { buildSignup, type SignupParts } from '@ultimate/events/dinner/slots/build-signup.ts'
import type { ContactSignup, OwnSignup, Signup, SignupPage } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { compareNames } from '@ultimate/events/language/fold.ts'
import type { Sql } from 'postgres'
import type { Edition } from '../../platform/edition.ts'
import { shownNotes } from '../../platform/staff-notes.ts'
import { selectClaimed } from './claims.view.ts'
import type { SignupNotesRow } from './signup-notes.view.ts'

// Two read models of the streams `slot-<id>`: `dinner_signups` has a row per sign-up, `dinner_slots` a row per slot.

/** A sign-up: the person and their slot. */
export type SignupRow = {
  id: string
  slot_id: string
  /** Null for a walk-in. */
  team_id: string | null
  /** Null for a walk-in. */
  visitor_id: string | null
  person_name: string
  email: string
  /** The address in lower case; empty for a walk-in or a forgotten person. */
  email_key: string
  /** The time of the last entry into the slot: a restored sign-up has the time when it was restored. */
  signed_up_at: Date
  /** The year of the slot's edition. */
  edition: string
  /** The team that a walk-in named; null for other sign-ups. */
  walk_in_team: string | null
  /** The user who entered the walk-in; null for other sign-ups. */
  taken_in_by: string | null
  details: DishDetails
}

export const signups = readModel<SignupRow, SlotEvent>({
  table: 'dinner_signups',
  version: 8,
  category: 'slot',
  columns: {
    id: { type: 'uuid' },
    slot_id: { type: 'uuid' },
    team_id: { type: 'uuid', nullable: true },
    visitor_id: { type: 'text', nullable: true },
    person_name: { type: 'text' },
    email: { type: 'text' },
    email_key: { type: 'text' },
    signed_up_at: { type: 'timestamptz' },
    edition: { type: 'text' },
    walk_in_team: { type: 'text', nullable: true },
    taken_in_by: { type: 'text', nullable: true },
    details: { type: 'jsonb' },
  },
  constraints: [
    'create index {table}_by_visitor on {table} (visitor_id)',
    'create index {table}_by_email on {table} (email_key)',
    'create index {table}_by_slot on {table} (edition, slot_id)',
  ],
  // The ids of the rows that an event changes: several, one, or none.
  rowsOf: ({ type, data }) => {
    if (type === 'SlotDeleted') return data.signupIds
    return 'signupId' in data ? data.signupId : []
  },
  evolve: projectSignup,
})

function projectSignup(row: SignupRow | null, event: RecordedEvent<SlotEvent>): SignupRow | null {
  const { type, data } = event
  switch (type) {
    case 'SignedUp':
    case 'SignupRestored':
    case 'WalkedIn':
      return buildSignupRow(event)
    case 'SignupCorrected': {
      const { name, email } = data.person
      return row && { ...row, person_name: name, email, email_key: emailKey(email) }
    }
    case 'SignupRemoved':
    case 'SlotDeleted':
      return null
    default:
      return row && isDetailsCorrection(event) ? { ...row, details: applyDetailsCorrection(row.details, event) } : row
  }
}

function buildSignupRow({ type, data, metadata }: RecordedEvent<Entry>): SignupRow {
  const isWalkIn = type === 'WalkedIn'
  const email = isWalkIn ? '' : data.person.email
  return {
    id: data.signupId,
    slot_id: slotIdOf(metadata.stream),
    team_id: isWalkIn ? null : data.teamId,
    visitor_id: isWalkIn ? null : data.visitorId,
    person_name: data.person.name,
    email,
    email_key: emailKey(email),
    signed_up_at: metadata.happenedAt ?? metadata.at,
    edition: metadata.edition,
    walk_in_team: isWalkIn ? data.person.team : null,
    taken_in_by: isWalkIn ? metadata.actor.id : null,
    details: eventToDetails(data),
  }
}

/** A sign-up with its slot, team and check-in. */
interface JoinedRow extends SignupParts, Pick<ContactSignup, 'email' | 'captain_id'> {
  readonly checked_in_by: string | null
  readonly signed_up_at: Date
  readonly version: number
}

/** A sign-up with the facts that a check-in needs. */
export interface DetailedSignup {
  readonly signup: Signup
  /** The version of the stream `signup-<id>`; 0 while the stream is empty. */
  readonly version: number
  readonly signedUpAt: Date
  readonly checkedInBy: string | null
}

/** The columns that {@link buildSignup} needs, of sign-up, slot, team and check-in. */
export const signupColumns = (sql: Sql) => sql`
  signup.id, signup.slot_id, signup.person_name, team.team_name, signup.walk_in_team, signup.taken_in_by, signup.details,
  slot.name as slot_name, slot.description, slot.category, slot.time_slot,
  check_in.checked_at, check_in.time_trusted, check_in.came_in_at`

/** Needs no condition on the edition, because `signUp` accepts only teams of its own edition. */
export const joinTeam = (sql: Sql) => sql`left join dinner_teams team on team.id = signup.team_id`

// The API calls the team's id `captain_id`. Check-ins are also joined by edition, because an index finds those of one.
const selectJoined = (sql: Sql) => sql`
  select ${signupColumns(sql)}, signup.email, signup.team_id as captain_id, signup.signed_up_at,
    check_in.checked_in_by, coalesce(check_in.version, 0) as version
  from dinner_signups signup
  join dinner_slots slot on slot.id = signup.slot_id
  ${joinTeam(sql)}
  left join dinner_check_ins check_in on check_in.id = signup.id and check_in.edition = signup.edition`

type Fragment = ReturnType<typeof selectJoined>

/** Reads the sign-ups of this edition for which the condition is true. */
const readRows = ({ sql, edition }: Edition, condition: Fragment, order: Fragment = sql``) =>
  sql<JoinedRow[]>`${selectJoined(sql)} where signup.edition = ${edition} and ${condition} ${order}`

/** Reads the sign-ups for which the condition is true, newest last. */
const readNewestLast = (current: Edition, condition: Fragment) =>
  readRows(current, condition, current.sql`order by signup.signed_up_at, signup.id`)

async function readRow(current: Edition, id: string): Promise<JoinedRow | null> {
  const [row] = await readRows(current, current.sql`signup.id = ${id}`)
  return row ?? null
}

/** Returns true if someone is signed up in this edition. */
export async function hasSignups({ sql, edition }: Edition): Promise<boolean> {
  const [row] = await sql`select 1 from dinner_signups where edition = ${edition} limit 1`
  return row !== undefined
}

// Sign-ups are answered in four forms: `Signup` has no address; `OwnSignup` has it, for the owner; `ContactSignup` has it,
// for staff; `SignupPage` also has the notes of staff.

/** Returns the sign-ups of a category, in the order of `signupOrder`. */
export async function readSignups(current: Edition, category: SlotCategory): Promise<Signup[]> {
  const rows = await readRows(current, current.sql`slot.category = ${category}`)
  return rows.map(buildSignup).toSorted(signupOrder)
}

/** Sorts dishes first, because they have no time; then by time of serving, slot and person. */
const signupOrder = (one: Signup, other: Signup): number =>
  compareNames(one.time_slot ?? '', other.time_slot ?? '') ||
  compareNames(one.slot_name, other.slot_name) ||
  compareNames(one.slot_id, other.slot_id) ||
  compareNames(one.person_name, other.person_name) ||
  compareNames(one.id, other.id)

/** Returns the sign-ups with addresses, in the order of `signupOrder`. */
export async function readContactSignups(current: Edition, category: SlotCategory | 'all'): Promise<ContactSignup[]> {
  const { sql } = current
  const rows = await readRows(current, category === 'all' ? sql`true` : sql`slot.category = ${category}`)
  return rows.map(asContactSignup).toSorted(signupOrder)
}

/** Returns everything that staff see of one sign-up. */
export async function readSignupPage(current: Edition, id: string): Promise<SignupPage | null> {
  const [row, [notesRow]] = await Promise.all([
    readRow(current, id),
    current.sql<Pick<SignupNotesRow, 'notes'>[]>`select notes from dinner_signup_notes where id = ${id}`,
  ])
  return row ? { ...asContactSignup(row), notes: shownNotes(notesRow?.notes ?? []) } : null
}

/** Returns a sign-up; null if there is none, or none of this category. */
export async function readSignup(
  current: Edition,
  id: string,
  category?: SlotCategory,
): Promise<DetailedSignup | null> {
  const row = await readRow(current, id)
  if (!row || (category !== undefined && row.category !== category)) return null
  const { version, signed_up_at: signedUpAt, checked_in_by: checkedInBy } = row
  return { signup: buildSignup(row), version, signedUpAt, checkedInBy }
}

/**
 * Builds the condition that the visitor made the sign-up, or has opened the private link of its address. The subquery
 * becomes an array, because PostgreSQL uses no index for `in` with a subquery beside `or`.
 */
const buildOwnCondition = (current: Edition, visitorId: string) => current.sql`(
  signup.visitor_id = ${visitorId}
  or (signup.email_key <> '' and signup.email_key = any(array(${selectClaimed(current, visitorId)}))))`

export async function readOwnSignups(current: Edition, visitorId: string): Promise<OwnSignup[]> {
  const rows = await readNewestLast(current, buildOwnCondition(current, visitorId))
  return rows.map(asOwnSignup)
}

/** Returns the sign-up as its owner sees it. The caller must check that the request comes from the owner or from staff. */
export async function readOwnSignup(current: Edition, id: string): Promise<OwnSignup | null> {
  const row = await readRow(current, id)
  return row ? asOwnSignup(row) : null
}

/** The slot of a sign-up, and its owner. */
export interface Ownership {
  readonly slotId: string
  /** True where the sign-up belongs to the visitor who asks. */
  readonly isOwn: boolean
  readonly isWalkIn: boolean
  /** Only set for a walk-in. */
  readonly takenInBy: string | null
}

/** Returns null if there is no such sign-up. Uses one statement, because a sign-up may be canceled between two. */
export async function readOwnership(
  current: Edition,
  visitorId: string | null,
  signupId: string,
): Promise<Ownership | null> {
  const { sql, edition } = current
  const ownCondition = visitorId === null ? sql`false` : buildOwnCondition(current, visitorId)
  const [row] = await sql<Ownership[]>`
    select signup.slot_id as "slotId", ${ownCondition} as "isOwn",
      signup.walk_in_team is not null as "isWalkIn", signup.taken_in_by as "takenInBy"
    from dinner_signups signup
    where signup.id = ${signupId} and signup.edition = ${edition}`
  return row ?? null
}

/** Returns the sign-ups of an address, given as its `emailKey`; newest last. */
export async function readSignupsOf(current: Edition, emailKey: string): Promise<OwnSignup[]> {
  const rows = await readNewestLast(current, current.sql`signup.email_key = ${emailKey}`)
  return rows.map(asOwnSignup)
}

/** Counts the sign-ups that name a team. */
export async function countSignupsOfTeam({ sql, edition }: Edition, teamId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from dinner_signups where edition = ${edition} and team_id = ${teamId}`
  return row?.count ?? 0
}

/** Returns the ids of the sign-ups of one slot that have an address. */
export async function readMailableSignupIds({ sql, edition }: Edition, slotId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from dinner_signups
    where edition = ${edition} and slot_id = ${slotId} and email_key <> '' order by signed_up_at, id`
  return rows.map(({ id }) => id)
}

const asContactSignup = (row: JoinedRow): ContactSignup => ({
  ...buildSignup(row),
  email: row.email,
  captain_id: row.captain_id,
  signed_up_at: row.signed_up_at.toISOString(),
  checked_in_by: row.checked_in_by,
})

const asOwnSignup = (row: JoinedRow): OwnSignup => ({
  ...buildSignup(row),
  email: row.email,
  // The cast is known to be wrong for a walk-in, and harmless. Only the answer to the correction of a walk-in has null
  // here, and the dialog that sends the correction ignores the answer.
  captain_id: row.captain_id as string,
})

/** A slot with the number of its sign-ups. */
export type SlotRow = Slot & {
  /** The year of the slot's edition. */
  edition: string
  /** True for the slot of a walk-in's dish that no other slot asks for. Visitors are not offered the slot. */
  unlisted: boolean
  /** The version of the definition. Sign-ups do not raise the number. */
  revision: number
}

export const slots = readModel<SlotRow, SlotEvent>({
  table: 'dinner_slots',
  version: 8,
  category: 'slot',
  columns: {
    id: { type: 'uuid' },
    name: { type: 'text' },
    description: { type: 'text' },
    category: { type: 'text' },
    team_requirement: { type: 'integer' },
    max_signups: { type: 'integer' },
    current_signups: { type: 'integer' },
    time_slot: { type: 'text', nullable: true },
    recipe_title: { type: 'text', nullable: true },
    recipe_ingredients: { type: 'text', nullable: true },
    recipe_instructions: { type: 'text', nullable: true },
    edition: { type: 'text' },
    unlisted: { type: 'boolean' },
    revision: { type: 'integer' },
  },
  constraints: ['create index {table}_by_edition on {table} (edition)'],
  rowsOf: ({ metadata }) => slotIdOf(metadata.stream),
  evolve: projectSlot,
})

function projectSlot(row: SlotRow | null, { type, data, metadata }: RecordedEvent<SlotEvent>): SlotRow | null {
  if (type === 'SlotAdded' || type === 'SlotRestored')
    return {
      id: slotIdOf(metadata.stream),
      ...toFields(data.slot),
      current_signups: 0,
      edition: metadata.edition,
      unlisted: isUnlisted(data.slot),
      revision: type === 'SlotRestored' ? data.revision : 1,
    }
  if (row === null) return null
  switch (type) {
    case 'SlotChanged':
      return { ...row, ...toFields(data.slot), unlisted: isUnlisted(data.slot), revision: row.revision + 1 }
    case 'SignedUp':
    case 'SignupRestored':
    case 'WalkedIn':
      return { ...row, current_signups: row.current_signups + 1 }
    case 'SignupRemoved':
      return { ...row, current_signups: row.current_signups - 1 }
    case 'SlotDeleted':
      return null
    default:
      return row
  }
}

/** Returns the slots that are offered: dishes by name, then serving by time. */
export async function readSlots({ sql, edition }: Edition): Promise<Slot[]> {
  const rows = await sql<SlotRow[]>`select * from dinner_slots where edition = ${edition} and not unlisted`
  return rows.map(asSlot).toSorted(slotOrder)
}

/** Returns the editions that have slots. */
export async function readEditionsOfSlots({ sql }: Pick<Edition, 'sql'>): Promise<string[]> {
  const rows = await sql<{ edition: string }[]>`select distinct edition from dinner_slots`
  return rows.map(({ edition }) => edition)
}

/** Returns a slot; null if there is none. `revision` is the version of its definition. */
export async function readSlot(
  { sql, edition }: Edition,
  id: string,
): Promise<{ slot: Slot; revision: number } | null> {
  const [row] = await sql<SlotRow[]>`select * from dinner_slots where id = ${id} and edition = ${edition}`
  return row ? { slot: asSlot(row), revision: row.revision } : null
}

/** Returns the slots with these ids, sorted as in {@link readSlots}. */
export async function readSlotsOf({ sql, edition }: Edition, ids: readonly string[]): Promise<Slot[]> {
  // Sent as `text[]`, because the connection knows no other type of array (`fetch_types` is off).
  const rows = await sql<SlotRow[]>`
    select * from dinner_slots where id = any(${[...ids]}::text[]::uuid[]) and edition = ${edition}`
  return rows.map(asSlot).toSorted(slotOrder)
}

function slotOrder(one: Slot, other: Slot): number {
  return (
    compareNames(one.category, other.category) ||
    compareNames(one.time_slot ?? '', other.time_slot ?? '') ||
    compareNames(one.name, other.name) ||
    compareNames(one.id, other.id)
  )
}

const asSlot = ({ revision: _, edition: __, unlisted: ___, ...slot }: SlotRow): Slot => slot
