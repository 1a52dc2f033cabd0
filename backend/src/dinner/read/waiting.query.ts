import { clockTime, servingMinutes } from '@ultimate/events/dinner/serving-times.ts'
import { nameOfSlot, type SlotCategory } from '@ultimate/events/dinner/slot.ts'
import { compareNames, fold } from '@ultimate/events/language/fold.ts'
import type { Entry } from '../../platform/changes.ts'
import type { Edition } from '../../platform/edition.ts'

// Reads for the Desk what the dinner still needs.

/** Returns the slots without a sign-up, each with the path to its card. */
export async function readEmptySlots({ sql, edition }: Edition, category: SlotCategory): Promise<Entry[]> {
  const rows = await sql<{ id: string; name: string; time_slot: string | null }[]>`
    select id, name, time_slot from dinner_slots slot
    where edition = ${edition} and category = ${category} and not unlisted
      and not exists (select from dinner_signups signup where signup.edition = slot.edition and signup.slot_id = slot.id)
    order by id`
  const inOrder = rows.toSorted(
    (one, other) => compareNames(one.time_slot ?? '', other.time_slot ?? '') || compareNames(one.name, other.name),
  )
  return inOrder.map((slot) => ({ name: nameOfSlot(slot), path: `/dinner/signup#slot-${slot.id}` }))
}

interface OverlapRow {
  readonly email_key: string
  readonly person_name: string
  readonly one: string
  readonly other: string
}

/** Returns the people who signed up for two serving slots that overlap. An address and a name identify a person. */
export async function readPeopleInTwoSlots({ sql, edition }: Edition): Promise<string[]> {
  const rows = await sql<OverlapRow[]>`
    with serving as (
      select signup.id, signup.email_key, signup.person_name, signup.slot_id, slot.time_slot
      from dinner_signups signup
      join dinner_slots slot on slot.id = signup.slot_id and slot.category = 'serving'
      where signup.edition = ${edition} and signup.email_key <> '')
    select one.email_key, one.person_name, one.time_slot as one, other.time_slot as other
    from serving one
    join serving other on other.email_key = one.email_key and other.slot_id <> one.slot_id
      and (other.time_slot, other.id) > (one.time_slot, one.id)
      and other.time_slot::time - one.time_slot::time < make_interval(mins => ${servingMinutes})
    order by one.time_slot desc, one.id`
  // A map contains the last row of each person. The rows begin with the latest overlap, so that is the earliest one.
  const earliest = new Map(rows.map((row) => [`${row.email_key}\n${fold(row.person_name)}`, row]))
  const byPerson = [...earliest.values()].toSorted((one, other) => compareNames(one.person_name, other.person_name))
  return byPerson.map(({ person_name, one, other }) => {
    const times = one === other ? `twice at ${clockTime(one)}` : `${clockTime(one)} and ${clockTime(other)}`
    return `${person_name} (${times})`
  })
}
