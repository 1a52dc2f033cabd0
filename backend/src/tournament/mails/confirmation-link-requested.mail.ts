import type { Automation } from '@ultimate/event-store/automation.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import { formatVenueTime } from '@ultimate/events/language/venue-clock.ts'
import type { CaptainEvent } from '@ultimate/events/tournament/events.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/module.ts'
import { readBidsOf } from '../read/own-bid.query.ts'
import { describeWeekend, isOwnAddress } from './captain-mail.ts'
import type { CaptainLinks } from './team-registered.mail.ts'

/** Mails the links only to addresses that have bids, in the spelling of the newest bid. */
export function whenConfirmationLinkRequestedThenMailLinks(
  { mailer, current, clock, log, facts }: Platform,
  links: CaptainLinks,
): Automation {
  return {
    name: 'when-confirmation-link-requested-then-mail-links',
    on: ['ConfirmationLinkRequested'] satisfies CaptainEvent['type'][],
    handle: async (recorded) => {
      const { type, data, metadata } = recorded as RecordedEvent<CaptainEvent>
      if (type !== 'ConfirmationLinkRequested' || data.contact.email === '') return
      const bidsOfAddress = await readBidsOf(current, data.contact.email)
      const [newest] = bidsOfAddress
      if (!newest) return
      const now = clock.now()
      const bids = await Promise.all(
        bidsOfAddress.map(
          async ({ id: teamId, captain_email: address, created_at, email_confirmed: counts, team_name }) => ({
            link: await (counts
              ? links.own.linkFor({ teamId, address })
              : links.confirming.linkFor({ teamId, address }, now)),
            registeredAt: created_at,
            counts,
            teamName: counts && (await isOwnAddress(log, teamId)) ? team_name : null,
          }),
        ),
      )
      const id = `confirmation-links-${metadata.stream}-${metadata.version}`
      await mailer.send(reminder({ id, to: newest.captain_email }, bids, await facts(metadata.edition)))
    },
  }
}

interface LinkedBid {
  readonly link: string
  readonly registeredAt: Date
  readonly counts: boolean
  /** Null where the address may not be the captain's own. */
  readonly teamName: string | null
}

const listLinks = (bids: readonly LinkedBid[]): string =>
  bids
    .map(({ link, registeredAt, teamName }) => {
      const time = formatVenueTime(registeredAt)
      return `${teamName === null ? `Registered ${time}` : `${teamName}, registered ${time}`}:\n${link}`
    })
    .join('\n\n')

/** Writes a link for each bid, with its time: the name of an unconfirmed bid may be made up, so it is left out. */
export function reminder(to: Pick<Mail, 'id' | 'to'>, bids: readonly LinkedBid[], facts: FactsOfYear): Mail {
  const unconfirmed = bids.filter(({ counts }) => !counts)
  const counting = bids.filter(({ counts }) => counts)
  const confirm = `Please confirm this address. Each of these bids counts once you open its link, within 48
hours:

${listLinks(unconfirmed)}`
  const correct = `These bids count. Open its link to correct or withdraw a bid. Anyone who has the link can do
so, so please keep it to yourself:

${listLinks(counting)}`
  return {
    ...to,
    mailbox: 'unconfirmed',
    subject: unconfirmed.length > 0 ? `Please confirm your address for ${facts.name}` : `Your bid for ${facts.name}`,
    button: 'Open this bid',
    text: `Hello,

you (or someone using this address) asked for the links of this address to its bids for
${describeWeekend(facts)}.

${[...(unconfirmed.length > 0 ? [confirm] : []), ...(counting.length > 0 ? [correct] : [])].join('\n\n')}

If it was not you, there is nothing to do: no one is shown a bid that is not confirmed.

The tournament crew
`,
  }
}
