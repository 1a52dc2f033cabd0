import { edition } from '@ultimate/events/language/edition.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import type { Mail } from '../../../platform/mail.ts'
import type { Automation } from '../../../platform/module.ts'
import { readOwnBid } from '../../read/own-bid/query.ts'
import { teamIdOf } from '../../write/team.ts'
import { weekend } from '../captain-mail.ts'

/** Any holder of the private link can withdraw the bid, so its captain is mailed about it. */
export function whenTeamWithdrawnThenMailCaptain({ mailer, current }: EditionPlatform): Automation {
  return {
    name: 'when-team-withdrawn-then-mail-captain',
    on: ['TeamWithdrawn'] satisfies TeamEvent['type'][],
    handle: async (recorded) => {
      const { type, metadata } = recorded as RecordedEvent<TeamEvent>
      if (type !== 'TeamWithdrawn') return
      const teamId = teamIdOf(metadata.stream)
      const to = (await readOwnBid(current, teamId))?.bid.captainEmail ?? ''
      if (to !== '') await mailer.send(withdrawalMail({ id: `team-withdrawn-${teamId}-${metadata.version}`, to }))
    },
  }
}

/** The address may never have been confirmed, so the mail repeats nothing that was typed. */
export function withdrawalMail(to: Pick<Mail, 'id' | 'to'>): Mail {
  return {
    ...to,
    mailbox: 'unconfirmed',
    subject: `Your bid for ${edition.name} is withdrawn`,
    text: `Hello,

your bid for ${weekend} was withdrawn by the
private link that we had mailed you. The teams behind it move up.

If it was not you, or if you think again, please write to us: we can restore it in its old
place in line.

The tournament crew
`,
  }
}
