import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { DinnerEvent } from '@ultimate/events/dinner/events.ts'
import { emailKey, nameOfSlot } from '@ultimate/events/dinner/slot.ts'
import type { Entry } from '../platform/changes.ts'
import type { Platform } from '../platform/module.ts'
import { readAddressEvent } from './read/signup-addresses.ts'
import { readSignupsOf } from './read/signups.view.ts'

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
