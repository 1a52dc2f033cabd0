import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { isLabelOf } from '../../labels/label-code.ts'
import type { Marks } from '../taps/marks.ts'

/** Both lists of a page. A sign-up with an attempt under way stands in the list it is going to. */
export interface Checklist {
  /** In the server's order: by time of serving, slot and person. */
  readonly pending: readonly Signup[]
  /** The latest first, so that the last check-in is easy to undo. */
  readonly checkedIn: readonly Arrival[]
}

export interface Arrival {
  readonly signup: Signup
  /** ISO. */
  readonly at: string
}

export function checklistOf(signups: readonly Signup[], marks: Marks): Checklist {
  const pending: Signup[] = []
  const checkedIn: Arrival[] = []
  for (const signup of signups) {
    const mark = marks.get(signup.id)
    if (!(mark?.checkedIn ?? signup.checked_in)) pending.push(signup)
    else checkedIn.push({ signup, at: signup.checked_at ?? mark?.at ?? '' })
  }
  return { pending, checkedIn: checkedIn.toSorted((one, other) => other.at.localeCompare(one.at)) }
}

/** The rows that match the search, and all failed ones, which must not be overlooked. */
export function narrowed({ pending, checkedIn }: Checklist, search: string, failed: ReadonlySet<string>): Checklist {
  const isFound = (signup: Signup) => failed.has(signup.id) || matches(signup, search)
  return { pending: pending.filter(isFound), checkedIn: checkedIn.filter(({ signup }) => isFound(signup)) }
}

/** Searches by person, and for dishes by dish, ignoring case and accents; also by the code of a dish's label. */
export function matches({ id, person_name, slot_name, category }: Signup, search: string): boolean {
  if (isLabelOf(id, search)) return true
  const wanted = folded(search.trim())
  const texts = category === 'dishes' ? [person_name, slot_name] : [person_name]
  return texts.some((text) => folded(text).includes(wanted))
}

/** More than any name has: bounds the time to fold a long text that is pasted into the search field. */
const longestSearch = 300
/** A text as searches compare it: without case and accents. */
export const folded = (text: string): string =>
  text.slice(0, longestSearch).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** A serving slot with its rows. */
export interface Group<Row> {
  readonly slotId: string
  readonly name: string
  /** HH:MM */
  readonly timeSlot: string
  readonly rows: readonly Row[]
}

/** By start time; slots of one time by name. Rows keep their order. */
export function bySlot<Row extends { readonly signup: Signup }>(rows: readonly Row[]): Group<Row>[] {
  const groups = Map.groupBy(rows, ({ signup }) => signup.slot_id)
  return [...groups.values()]
    .flatMap((members) => {
      const [first] = members
      if (!first) return []
      const { slot_id: slotId, slot_name: name, time_slot: timeSlot } = first.signup
      return [{ slotId, name, timeSlot: timeSlot ?? '', rows: members }]
    })
    .toSorted((one, other) => one.timeSlot.localeCompare(other.timeSlot) || one.name.localeCompare(other.name))
}
