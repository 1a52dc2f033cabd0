import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { DinnerEvent } from '@ultimate/events/dinner/events.ts'
import { emailKey, nameOfSlot } from '@ultimate/events/dinner/slot.ts'
import type { Entry, WaitingItem } from '../platform/changes.ts'
import type { Platform } from '../platform/module.ts'
import { readUndecided } from './read/canceled-signups.query.ts'
import { readAddressEvent } from './read/signup-entry.ts'
import { readSignupsOf } from './read/signups.view.ts'
import { readConfirmedTeams } from './read/teams.view.ts'
import { readEmptySlots, readPeopleInTwoSlots } from './read/waiting.query.ts'

/** Lists the parts of the dinner that wait for staff. */
export const dinnerWaiting = (platform: Platform) => async (): Promise<readonly WaitingItem[]> => {
  const [teams, dishes, slots, people, arrivals] = await Promise.all([
    readConfirmedTeams(platform.current),
    readEmptySlots(platform.current, 'dishes'),
    readEmptySlots(platform.current, 'serving'),
    readPeopleInTwoSlots(platform.current),
    readUndecided(platform),
  ])
  const teamsWithoutDish = teams.flatMap(({ name, dishes: dishCount }) => (dishCount === 0 ? [name] : []))
  return [
    {
      kind: 'undecided_arrivals',
      title: 'Came, although their sign-up was removed',
      names: arrivals.map(({ person_name, slot_name }) => `${person_name} (${slot_name})`),
      path: '/dinner/checkin',
    },
    { kind: 'teams_without_dishes', title: 'Teams without a dish', names: teamsWithoutDish, path: '/dinner/signup' },
    {
      kind: 'empty_dishes',
      title: 'Dishes that no one cooks',
      names: dishes.map(({ name }) => name),
      path: '/dinner/signup',
      entries: dishes,
    },
    {
      kind: 'empty_serving_slots',
      title: 'Serving times without a server',
      names: slots.map(({ name }) => name),
      path: '/dinner/signup',
    },
    { kind: 'people_in_two_slots', title: 'People in two places at one time', names: people, path: '/dinner/signup' },
  ]
}

/**
 * Finds the volunteer whom a mail did not reach; null where no sign-up has that address any more. Undefined for an event
 * about no person.
 */
export const dinnerAddressee =
  ({ current, log }: Platform) =>
  async (recorded: RecordedEvent): Promise<Entry | null | undefined> => {
    const email = await findAddress(log, recorded as RecordedEvent<DinnerEvent>)
    if (email === undefined) return undefined
    const latest = email === '' ? undefined : (await readSignupsOf(current, emailKey(email))).at(-1)
    if (!latest) return null
    const { person_name, slot_name: name, time_slot, slot_id: slot } = latest
    const path = `/dinner/signup?${new URLSearchParams({ slot })}`
    return { name: `${person_name} (${nameOfSlot({ name, time_slot })})`, path }
  }

/** Finds the address to which the mail about an event went: empty for a forgotten person, undefined for an event about no person. */
async function findAddress(
  log: Platform['log'],
  { type, data, metadata }: RecordedEvent<DinnerEvent>,
): Promise<string | undefined> {
  switch (type) {
    case 'SignedUp':
    case 'SignupCorrected':
    case 'VolunteerLinkRevoked':
      return data.person.email
    case 'SignupLinkRequested':
      return data.contact.email
    case 'PlanChangeNoticed': {
      const [first] = data.signups
      const entry = first && (await readAddressEvent(log, { ...first, before: metadata.position }))
      return entry?.data.person.email ?? ''
    }
    default:
      return undefined
  }
}
