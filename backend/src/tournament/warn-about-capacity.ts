import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import type { Platform } from '../platform/module.ts'
import { teamLists } from './read/teams/teams.query.ts'

/** Names the teams that a lower capacity moves to the waitlist, by their order among the bids that count. */
export function warnAboutCapacity({ current }: Platform) {
  return async (before: FactsOfYear, { year, capacity }: FactsOfYear): Promise<string[]> => {
    if (capacity >= before.capacity || String(year) !== current.edition) return []
    const { staff } = await teamLists(current)()
    const counting = staff.filter(({ email_confirmed }) => email_confirmed)
    const moved = counting.slice(capacity, before.capacity).filter(({ by_hand }) => !by_hand)
    if (moved.length === 0) return []
    const names = moved.map(({ team_name }) => team_name).join(', ')
    return [
      `${moved.length === 1 ? 'A confirmed team moves' : `${moved.length} confirmed teams move`} to the waitlist: ${names}.`,
    ]
  }
}
