import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import type { Automation, Platform } from '../../../platform/module.ts'
import { isClaimed } from '../../read/claims/query.ts'
import { readOwnSignup } from '../../read/signups/query.ts'
import type { PrivateLinks } from '../../secrets/private-link.ts'
import { confirmation } from './confirmation.ts'

/** Not to people whom the system made up (demo data), not to who was forgotten, not about what is gone again. */
export function whenSignedUpThenMailLink({ mailer, sql }: Platform, links: PrivateLinks): Automation {
  return {
    name: 'when-signed-up-then-mail-link',
    on: ['SignedUp'] satisfies SlotEvent['type'][],
    handle: async (recorded) => {
      const event = recorded as RecordedEvent<SlotEvent>
      if (event.type !== 'SignedUp' || event.metadata.actor.kind === 'system') return
      const signup = await readOwnSignup(sql, event.data.signupId)
      if (!signup || signup.email === '') return
      const mailbox = (await isClaimed(sql, signup.email)) ? 'confirmed' : 'unconfirmed'
      await mailer.send(confirmation(signup, { mailbox, link: await links.linkFor(signup.email) }))
    },
  }
}
