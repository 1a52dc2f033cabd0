import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'

/** More names than these do not help the user to decide. */
const maxNames = 5

/**
 * Names what goes with a deleted slot: `It takes 3 dishes of 2 people: Becky, Tom. One of them is checked in already.`
 */
export function takenText(
  { id, category, current_signups }: Pick<Slot, 'id' | 'category' | 'current_signups'>,
  signups: readonly Signup[] | undefined,
): string {
  const own = signups?.filter((signup) => signup.slot_id === id)
  const total = own?.length ?? current_signups
  const items = category === 'dishes' ? counted(total, 'dish', 'dishes') : counted(total, 'server', 'servers')
  if (own === undefined || total === 0) return `It takes ${items} with it.`
  const names = [...new Set(own.map(({ person_name }) => person_name))]
  const people = category === 'dishes' ? `${items} of ${counted(names.length, 'person', 'people')}` : items
  return `It takes ${people}: ${listed(names)}.${checkedIn(own, category)}`
}

/** Counts the people who have signed up for the slot, without walk-ins, who left no address. */
export function peopleIn(
  { id, current_signups }: Pick<Slot, 'id' | 'current_signups'>,
  signups: readonly Signup[] | undefined,
): number {
  const own = signups?.filter(({ slot_id, walk_in }) => slot_id === id && !walk_in)
  return own === undefined ? current_signups : new Set(own.map(({ person_name }) => person_name)).size
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

function listed(names: readonly string[]): string {
  const rest = names.length - maxNames
  return rest > 0 ? `${names.slice(0, maxNames).join(', ')} and ${rest} more` : names.join(', ')
}

function checkedIn(own: readonly Signup[], category: Slot['category']): string {
  const here = own.filter(({ checked_in }) => checked_in).length
  if (here === 0) return ''
  const from = category === 'dishes' ? `, and ${here === 1 ? 'leaves' : 'leave'} the board` : ''
  return ` ${here === own.length ? (here === 1 ? 'It is' : 'All are') : `${here} of them ${here === 1 ? 'is' : 'are'}`} checked in already${from}.`
}
