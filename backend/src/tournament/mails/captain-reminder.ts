import { type FactsOfYear, type Fee, readFee } from '@ultimate/events/language/edition-facts.ts'
import { describeAmount } from '@ultimate/events/tournament/team.ts'
import type { Mail } from '../../platform/mail.ts'
import { toMailbox } from '../../platform/mailbox.ts'
import type { GroupReminder, Platform } from '../../platform/module.ts'
import { readUnpaidBids } from '../read/captains.query.ts'
import type { OwnBidLinks } from '../secrets/bid-links.ts'
import { describeWeekend, isOwnAddress } from './captain-mail.ts'

/** A bid without its fee. */
interface UnpaidBid {
  /** Null where the address may not be the captain's own. */
  readonly teamName: string | null
  readonly link: string
}

/** Reminds captains of the fee of their teams that are confirmed and unpaid when the mail is sent. */
export function captainReminders(
  { current, log }: Platform,
  links: OwnBidLinks,
): Readonly<Record<string, GroupReminder>> {
  return {
    'captains-unpaid': {
      group: 'captains:unpaid',
      mailTo: async (address, extra) => {
        const facts = await current.facts()
        const fee = readFee(facts)
        const mailbox = toMailbox(address)
        const unpaid = (await readUnpaidBids(current)).filter((bid) => toMailbox(bid.address) === mailbox)
        if (fee === null || unpaid.length === 0) return null
        const bids = await Promise.all(
          unpaid.map(async ({ id: teamId, name, address: addressOfBid }) => ({
            teamName: (await isOwnAddress(log, teamId)) ? name : null,
            link: await links.linkFor({ teamId, address: addressOfBid }),
          })),
        )
        return reminderMail({ bids, extra, fee, facts })
      },
    },
  }
}

interface CaptainReminder {
  readonly bids: readonly UnpaidBid[]
  /** Staff may leave it empty. */
  readonly extra: string
  readonly fee: Fee
  readonly facts: FactsOfYear
}

export function reminderMail({ bids, extra, fee, facts }: CaptainReminder): Pick<Mail, 'subject' | 'text' | 'button'> {
  const [first] = bids
  const team = bids.length === 1 && first?.teamName ? `: ${first.teamName}` : ''
  return {
    subject: `The fee of ${facts.name} is due soon${team}`,
    button: 'Open my bid',
    text: `Hello,

${bids.length === 1 ? 'your team has a spot' : `${bids.length} of your teams have spots`} at ${describeWeekend(facts)},
and we have not noted a payment yet.

${[`The fee is ${describeAmount(fee)}. ${fee.payment}`.trimEnd(), ...(extra === '' ? [] : [`The tournament crew adds:\n\n  ${extra}`])].join('\n\n')}

Already paid? Thank you, there is nothing to do. Can't make it? Please withdraw your bid with
your private link, so that another team gets the spot. Anyone who has the link can do so, so
please keep it to yourself:

${bids.map(({ teamName, link }) => (teamName !== null && bids.length > 1 ? `${teamName}:\n${link}` : link)).join('\n\n')}

See you on the field,
the tournament crew
`,
  }
}
