import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import { confirmedCapacity, divisionLabels } from '@ultimate/events/tournament/team.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import type { Mail } from '../../../platform/mail.ts'
import type { Automation, Platform } from '../../../platform/module.ts'
import { teamIdOf } from '../../write/team.ts'

/** Only where the link proved whose address it is: staff who confirm by hand may not have seen that it is right. */
export function whenAddressConfirmedThenMailCaptain({ mailer, configuration, log }: Platform): Automation {
  return {
    name: 'when-address-confirmed-then-mail-captain',
    on: ['AddressConfirmed'] satisfies TeamEvent['type'][],
    handle: async (recorded) => {
      const { type, data, metadata } = recorded as RecordedEvent<TeamEvent>
      if (type !== 'AddressConfirmed' || data.by !== 'link') return
      const [bid] = await log.read({ stream: metadata.stream, types: ['TeamRegistered'], limit: 1 })
      const mail = bid && confirmation(bid as TeamRegistered, configuration.siteUrl)
      if (mail) await mailer.send(mail)
    },
  }
}

export type TeamRegistered = RecordedEvent<Extract<TeamEvent, { type: 'TeamRegistered' }>>

/** The mail that tells a captain what is registered. Null where the captain was forgotten. */
export function confirmation({ data, metadata }: TeamRegistered, siteUrl: string): Mail | null {
  const { captain, teamName, division, location } = data
  if (captain.email === '') return null
  return {
    id: `address-confirmed-${teamIdOf(metadata.stream)}`,
    to: captain.email,
    mailbox: 'confirmed',
    subject: `Your bid counts: ${teamName}`,
    text: `Hi ${captain.name},

your address is confirmed, so your bid counts, and we are glad. Here is what we wrote down:

  Team      ${teamName}
  Division  ${divisionLabels[division]}
  From      ${location}

What happens next

- The first ${confirmedCapacity} teams to register are confirmed; after that there is a waitlist.
  Where you stand is on the list, and it is always up to date:
  ${new URL('/registration/teams', siteUrl)}
- Pools are posted on the site closer to the weekend.
- On Saturday night we eat together, and every team brings dishes. There is turkey.

Something wrong, or a change of plans? Our address stands at the foot of every page.

See you on the field,
the tournament crew
`,
  }
}
