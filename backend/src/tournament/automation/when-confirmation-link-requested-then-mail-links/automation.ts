import type { CaptainEvent } from '@ultimate/events/tournament/events.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import type { Automation, Platform } from '../../../platform/module.ts'
import { readWaitingBids } from '../../read/waiting-bids/query.ts'
import type { ConfirmationLinks } from '../../secrets/confirmation-link.ts'
import { reminder } from './reminder.ts'

/** Only an address with bids that wait is written to, and as it was spelt there. */
export function whenConfirmationLinkRequestedThenMailLinks(
  { mailer, sql, clock }: Platform,
  links: ConfirmationLinks,
): Automation {
  return {
    name: 'when-confirmation-link-requested-then-mail-links',
    on: ['ConfirmationLinkRequested'] satisfies CaptainEvent['type'][],
    handle: async (recorded) => {
      const { type, data, metadata } = recorded as RecordedEvent<CaptainEvent>
      if (type !== 'ConfirmationLinkRequested' || data.contact.email === '') return
      const waiting = await readWaitingBids(sql, data.contact.email)
      const [newest] = waiting
      if (!newest) return
      const now = clock.now()
      const bids = await Promise.all(
        waiting.map(async ({ id, created_at }) => ({ link: await links.linkFor(id, now), registeredAt: created_at })),
      )
      const id = `confirmation-links-${metadata.stream}-${metadata.version}`
      await mailer.send(reminder({ id, to: newest.captain_email }, bids))
    },
  }
}
