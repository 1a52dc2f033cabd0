import { edition } from '@ultimate/events/language/edition.ts'
import type { Mail } from '../../../platform/mail.ts'
import { momentInHuntsville } from '../../read/team-export/csv.ts'

/** A link for each bid that waits, told apart by when it came in: what stood in the form is a stranger's word. */
export function reminder(
  to: Pick<Mail, 'id' | 'to'>,
  bids: readonly { readonly link: string; readonly registeredAt: Date }[],
): Mail {
  const list = bids.map(({ link, registeredAt }) => `Registered ${momentInHuntsville(registeredAt)}:\n${link}`)
  return {
    ...to,
    mailbox: 'unconfirmed',
    subject: `Please confirm your address for ${edition.name}`,
    text: `Hello,

somebody, most likely you, asked for this mail. These bids for ${edition.name}
(${edition.dates}, ${edition.place})
wait for this address to be confirmed. Each counts once you open its link, within 48 hours:

${list.join('\n\n')}

If it was not you, there is nothing to do: nobody is shown a bid that is not confirmed.

The tournament crew
`,
  }
}
