import { edition } from '@ultimate/events/language/edition.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import { confirmedCapacity } from '@ultimate/events/tournament/team.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import type { Mail } from '../../../platform/mail.ts'
import type { Automation, Platform } from '../../../platform/module.ts'
import type { ConfirmationLinks } from '../../secrets/confirmation-link.ts'
import { teamIdOf } from '../../write/team.ts'

/** Captains of demo data do not exist and get no mail. */
export function whenTeamRegisteredThenMailCaptain(
  { mailer, configuration, clock }: Platform,
  links: ConfirmationLinks,
): Automation {
  return {
    name: 'when-team-registered-then-mail-captain',
    on: ['TeamRegistered'] satisfies TeamEvent['type'][],
    handle: async (recorded) => {
      const { type, data, metadata } = recorded as RecordedEvent<TeamEvent>
      if (type !== 'TeamRegistered' || metadata.actor.kind === 'system' || data.captain.email === '') return
      const teamId = teamIdOf(metadata.stream)
      const to = { id: `team-registered-${teamId}`, to: data.captain.email }
      if (!data.awaitsConfirmation) await mailer.send(receipt(to, configuration.siteUrl))
      else await mailer.send(confirmationRequest(to, await links.linkFor(teamId, clock.now())))
    },
  }
}

type Addressed = Pick<Mail, 'id' | 'to'>

// The visitor who filled in the form may not own this address: no field of the form is repeated.

/** Asks the owner of the address to confirm it. */
export function confirmationRequest(to: Addressed, link: string): Mail {
  return {
    ...to,
    mailbox: 'unconfirmed',
    subject: `Please confirm your address for ${edition.name}`,
    text: `Hello,

a team has just been registered for ${edition.name}
(${edition.dates}, ${edition.place}),
and this address was given as its captain's.

If that was you, please open this link within 48 hours. The bid counts from then on, in
the place in line that it took when it came in:

${link}

If it was not you, there is nothing to do: nobody is shown a bid that is not confirmed.

The tournament crew
`,
  }
}

/** Says that a bid has come in which counts already. */
export function receipt(to: Addressed, siteUrl: string): Mail {
  return {
    ...to,
    mailbox: 'unconfirmed',
    subject: `We have your bid for ${edition.name}`,
    text: `Hello,

a team has just been registered for ${edition.name}
(${edition.dates}, ${edition.place}),
and this address was given as its captain's. We are glad. What happens next:

- The first ${confirmedCapacity} teams to register are confirmed; after that there is a waitlist.
  Where you stand is on the list, and it is always up to date:
  ${new URL('/registration/teams', siteUrl)}
- Pools are posted on the site closer to the weekend.
- On Saturday night we eat together, and every team brings dishes. There is turkey.

Was it not you, or is something wrong? Our address stands at the foot of every page.

See you on the field,
the tournament crew
`,
  }
}
