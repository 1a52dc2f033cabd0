import { edition } from '@ultimate/events/language/edition.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import type { Mail } from '../../../platform/mail.ts'
import type { Automation } from '../../../platform/module.ts'
import { readOwnBid } from '../../read/own-bid/query.ts'
import type { OwnBidLinks } from '../../secrets/own-bid-link.ts'
import { teamIdOf } from '../../write/team.ts'
import { ownLinkLines, weekend } from '../captain-mail.ts'

/** The link in the mail is of the newest generation, also where the last one was ended meanwhile too. */
export function whenBidLinkRevokedThenMailCaptain(
  { mailer, current }: EditionPlatform,
  links: OwnBidLinks,
): Automation {
  return {
    name: 'when-bid-link-revoked-then-mail-captain',
    on: ['BidLinkRevoked'] satisfies TeamEvent['type'][],
    handle: async (recorded) => {
      const { type, metadata } = recorded as RecordedEvent<TeamEvent>
      if (type !== 'BidLinkRevoked') return
      const teamId = teamIdOf(metadata.stream)
      const address = (await readOwnBid(current, teamId))?.bid.captainEmail ?? ''
      if (address === '') return
      const byStaff = metadata.actor.kind === 'staff'
      const to = {
        id: `bid-link-revoked-${teamId}-${metadata.version}`,
        to: address,
        mailbox: byStaff ? 'staff' : 'confirmed',
      } as const
      await mailer.send(newLink(to, { byStaff, link: await links.linkFor({ teamId, address }) }))
    },
  }
}

/** What was typed is not repeated, as in all mails with a link. */
export function newLink(
  to: Pick<Mail, 'id' | 'to' | 'mailbox'>,
  { byStaff, link }: { readonly byStaff: boolean; readonly link: string },
): Mail {
  return {
    ...to,
    subject: `A new link to your bid for ${edition.name}`,
    text: `Hello,

${byStaff ? 'the tournament crew' : 'someone who had it, most likely you,'} ended the private link to your bid for
${weekend}.
All links that we mailed you before no longer work. The bid itself is as it was.

${ownLinkLines(link)}

A question? Our address stands at the foot of every page.

The tournament crew
`,
  }
}
