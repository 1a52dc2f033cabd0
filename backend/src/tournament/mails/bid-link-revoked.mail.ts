import type { Automation } from '@ultimate/event-store/automation.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import { teamIdOf } from '@ultimate/events/tournament/bid.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/module.ts'
import { readOwnBid } from '../read/own-bid.query.ts'
import type { OwnBidLinks } from '../secrets/bid-links.ts'
import { describeWeekend, isOwnAddress, ownLinkLines } from './captain-mail.ts'

/** Mails the newest link, even if that one is of a later revocation. */
export function whenBidLinkRevokedThenMailCaptain(
  { mailer, current, log, facts }: Platform,
  links: OwnBidLinks,
): Automation {
  return {
    name: 'when-bid-link-revoked-then-mail-captain',
    on: ['BidLinkRevoked'] satisfies TeamEvent['type'][],
    handle: async (recorded) => {
      const { type, metadata } = recorded as RecordedEvent<TeamEvent>
      if (type !== 'BidLinkRevoked') return
      const teamId = teamIdOf(metadata.stream)
      const own = await readOwnBid(current, teamId)
      const address = own?.bid.captainEmail ?? ''
      if (!own || address === '') return
      const byStaff = metadata.actor.kind === 'staff'
      // A captain who revokes the link with the link itself has shown that the address is theirs.
      const teamName = !byStaff || (await isOwnAddress(log, teamId)) ? own.bid.teamName : null
      const to = {
        id: `bid-link-revoked-${teamId}-${metadata.version}`,
        to: address,
        mailbox: byStaff ? 'staff' : 'confirmed',
      } as const
      const link = await links.linkFor({ teamId, address })
      await mailer.send(newLink(to, { byStaff, teamName, link, facts: await facts(metadata.edition) }))
    },
  }
}

/** `teamName` is null where the address may not be the captain's own. */
export function newLink(
  to: Pick<Mail, 'id' | 'to' | 'mailbox'>,
  {
    byStaff,
    link,
    teamName,
    facts,
  }: {
    readonly byStaff: boolean
    readonly link: string
    readonly teamName: string | null
    readonly facts: FactsOfYear
  },
): Mail {
  return {
    ...to,
    subject: `A new link to your bid for ${facts.name}${teamName === null ? '' : `: ${teamName}`}`,
    button: 'Open my bid',
    text: `Hello,

${byStaff ? 'the tournament crew' : 'you (or someone who had it)'} replaced the private link to your bid for
${describeWeekend(facts)}.
The links we emailed you before no longer work. The bid itself is as it was.

${ownLinkLines(link)}

Questions? Our address is at the bottom of every page.

The tournament crew
`,
  }
}
