import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import type { OwnSignup } from '@ultimate/events/dinner/signup-api.ts'
import { endOfServing } from '@ultimate/events/dinner/slot.ts'
import { edition } from '@ultimate/events/language/edition.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import type { Mail } from '../../../platform/mail.ts'
import type { Automation } from '../../../platform/module.ts'
import { isClaimed, readOwnSignup } from '../../read/signups/query.ts'
import type { PrivateLinks } from '../../secrets/private-link.ts'

/** Sends no mail for demo data, for forgotten people and for sign-ups that were removed. */
export function whenSignedUpThenMailLink({ mailer, current }: EditionPlatform, links: PrivateLinks): Automation {
  return {
    name: 'when-signed-up-then-mail-link',
    on: ['SignedUp'] satisfies SlotEvent['type'][],
    handle: async (recorded) => {
      const event = recorded as RecordedEvent<SlotEvent>
      if (event.type !== 'SignedUp' || event.metadata.actor.kind === 'system') return
      const signup = await readOwnSignup(current, event.data.signupId)
      if (!signup || signup.email === '') return
      const mailbox = (await isClaimed(current, signup.email)) ? 'confirmed' : 'unconfirmed'
      await mailer.send(confirmation(signup, { mailbox, link: await links.linkFor(signup.email) }))
    },
  }
}

/**
 * The mail that says what was signed up for, with the link that lets any device show and remove it. Slots are named by
 * staff; the visitor may not own this address, so nothing else that they typed is repeated.
 */
export function confirmation(signup: OwnSignup, { mailbox, link }: Pick<Mail, 'mailbox'> & { link: string }): Mail {
  const { time_slot: from } = signup
  const what = from === null ? signup.slot_name : `${signup.slot_name}, ${from} to ${endOfServing(from)}`
  return {
    id: `signed-up-${signup.id}`,
    to: signup.email,
    mailbox,
    subject: `Saturday dinner: ${signup.slot_name}`,
    text: `Hello,

somebody, most likely you, signed up with this address for the dinner of ${edition.name}
(${edition.dinner}, ${edition.venue}):

  ${from === null ? 'Dish     ' : 'Serving  '} ${what}

To see or remove your sign-ups on this or another device, open your private link.
Whoever has it can remove them, so please keep it to yourself:

${link}

We write at most three times a day to an address whose link was not opened yet. If it was
not you, there is nothing to do.

See you at the table,
the tournament crew
`,
  }
}
