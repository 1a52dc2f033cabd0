import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { compareNames } from '@ultimate/events/language/fold.ts'
import type { Edition } from '../../../platform/edition.ts'
import type { SlotRow } from './project.ts'

/** Those that are offered: dishes by name, then serving by time. */
export async function readSlots({ sql, edition }: Edition): Promise<Slot[]> {
  const rows = await sql<SlotRow[]>`select * from dinner_slots where edition = ${edition} and not unlisted`
  return rows.map(asSlot).toSorted(inOrder)
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
