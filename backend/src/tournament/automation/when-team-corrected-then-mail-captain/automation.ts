import { edition } from '@ultimate/events/language/edition.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import type { Mail } from '../../../platform/mail.ts'
import type { Automation, Platform } from '../../../platform/module.ts'
import type { OwnBidLinks } from '../../secrets/own-bid-link.ts'
import { teamIdOf } from '../../write/team.ts'
import { ownLinkLines, weekend } from '../captain-mail.ts'

/** Where the address changes, the new one gets a link of its own, and the old one a notice. */
export function whenTeamCorrectedThenMailCaptain({ mailer, log }: Platform, links: OwnBidLinks): Automation {
  return {
    name: 'when-team-corrected-then-mail-captain',
    on: ['TeamCorrected'] satisfies TeamEvent['type'][],
    handle: async (recorded) => {
      const { type, data, metadata } = recorded as RecordedEvent<TeamEvent>
      if (type !== 'TeamCorrected') return
      const { stream, version, position } = metadata
      const [last] = await log.read({
        stream,
        types: ['TeamRegistered', 'TeamCorrected'],
        before: position,
        newestFirst: true,
        limit: 1,
      })
      const before = (last as RecordedEvent<Bid> | undefined)?.data.captain.email ?? ''
      const now = data.captain.email
      if (now.toLowerCase() === before.toLowerCase()) return
      const teamId = teamIdOf(stream)
      const id = `team-corrected-${teamId}-${version}`
      const link = await links.linkFor({ teamId, address: now })
      if (now !== '') await mailer.send(newAddress({ id, to: now }, link))
      if (before !== '') await mailer.send(addressLeft({ id: `${id}-left`, to: before }))
    },
  }
}

type Bid = Extract<TeamEvent, { type: 'TeamRegistered' | 'TeamCorrected' }>

// The holder of the link may not own the new address, so the mail repeats nothing that was typed.

/** To the address that a bid has now. */
export function newAddress(to: Pick<Mail, 'id' | 'to'>, link: string): Mail {
  return {
    ...to,
    mailbox: 'unconfirmed',
    subject: `A bid for ${edition.name} names you as captain`,
    text: `Hello,

a captain handed a bid for ${weekend}
over to this address. What we write about the team comes here from now on.

${ownLinkLines(link)}

Was that a mistake? Then please write to us.

The tournament crew
`,
  }
}

/** To the address that it had before. */
export function addressLeft(to: Pick<Mail, 'id' | 'to'>): Mail {
  return {
    ...to,
    mailbox: 'unconfirmed',
    subject: `Your bid for ${edition.name} has another address now`,
    text: `Hello,

your bid for ${weekend} was handed over to
another address, by the private link that we had mailed you. That link no longer works.

If it was not you, please write to us.

The tournament crew
`,
  }
}
