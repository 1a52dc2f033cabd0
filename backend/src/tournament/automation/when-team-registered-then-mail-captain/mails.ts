import { edition } from '@ultimate/events/language/edition.ts'
import { confirmedCapacity } from '@ultimate/events/tournament/team.ts'
import type { Mail } from '../../../platform/mail.ts'

type Addressed = Pick<Mail, 'id' | 'to'>

// Whoever filled in the form may be a stranger to this address: nothing that stood in the form is repeated.

/** Asks whoever owns the address to confirm it. */
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
