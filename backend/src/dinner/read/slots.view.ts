import { readModel } from '@ultimate/event-store/read-model.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import { isUnlisted, slotIdOf, toFields } from '@ultimate/events/dinner/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { compareNames } from '@ultimate/events/language/fold.ts'
import type { Edition } from '../../platform/edition.ts'

/** One slot with the number of its sign-ups. */
export type SlotRow = Slot & {
  /** The year that it was added for. */
  edition: string
  /** It is offered to no one. */
  unlisted: boolean
  /** The number of times that it was defined; its sign-ups do not count. */
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
  evolve: project,
})

function project(row: SlotRow | null, { type, data, metadata }: RecordedEvent<SlotEvent>): SlotRow | null {
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

/** The slots that are offered: dishes by name, then serving by time. */
export async function readSlots({ sql, edition }: Edition): Promise<Slot[]> {
  const rows = await sql<SlotRow[]>`select * from dinner_slots where edition = ${edition} and not unlisted`
  return rows.map(asSlot).toSorted(inOrder)
}

/** The editions that have slots. */
export async function readEditionsOfSlots({ sql }: Pick<Edition, 'sql'>): Promise<string[]> {
  const rows = await sql<{ edition: string }[]>`select distinct edition from dinner_slots`
  return rows.map(({ edition }) => edition)
}

/** Null where there is none. `revision` is the version of the definition. */
export async function readSlot(
  { sql, edition }: Edition,
  id: string,
): Promise<{ slot: Slot; revision: number } | null> {
  const [row] = await sql<SlotRow[]>`select * from dinner_slots where id = ${id} and edition = ${edition}`
  return row ? { slot: asSlot(row), revision: row.revision } : null
}

/** The slots with these ids, in the order of all slots. */
export async function readSlotsOf({ sql, edition }: Edition, ids: readonly string[]): Promise<Slot[]> {
  const rows = await sql<SlotRow[]>`
    select * from dinner_slots where id = any(${[...ids]}::text[]::uuid[]) and edition = ${edition}`
  return rows.map(asSlot).toSorted(inOrder)
}

function inOrder(one: Slot, other: Slot): number {
  return (
    compareNames(one.category, other.category) ||
    compareNames(one.time_slot ?? '', other.time_slot ?? '') ||
    compareNames(one.name, other.name) ||
    compareNames(one.id, other.id)
  )
}

const asSlot = ({ revision: _, edition: __, unlisted: ___, ...slot }: SlotRow): Slot => slot
