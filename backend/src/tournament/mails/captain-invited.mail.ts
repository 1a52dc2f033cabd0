import type { Automation } from '@ultimate/event-store/automation.ts'
import { causedBy } from '@ultimate/event-store/commands.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import type { InvitationEvent } from '@ultimate/events/tournament/events.ts'
import { invitationStream, inviteCaptainDecider } from '@ultimate/events/tournament/notify-captain.ts'
import type { ScheduleEvent } from '@ultimate/events/tournament/weekend/events.ts'
import { sendAs } from '../../platform/commands.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/module.ts'
import { readOwnBid } from '../read/own-bid.query.ts'
import { readWeekend, showPublicGames } from '../read/weekend.query.ts'
import type { OwnBidLinks } from '../secrets/bid-links.ts'
import { describeWeekend, isOwnAddress } from './captain-mail.ts'

const name = 'when-schedule-published-then-invite-captains'

/** Invites the captain of each team with a public game once, at the publication that gives the team its games. */
export function whenSchedulePublishedThenInviteCaptains(platform: Platform): Automation {
  const { commands, current, clock } = platform
  return {
    name,
    on: ['SchedulePublished', 'BracketPosted'] satisfies ScheduleEvent['type'][],
    handle: async (recorded) => {
      if (recorded.metadata.edition !== current.edition) return
      const games = showPublicGames(await readWeekend(current))
      const teams = new Set(games.flatMap(({ home, away }) => [home, away].flatMap(({ team }) => team?.id ?? [])))
      const send = sendAs(commands, causedBy(recorded, name, clock.now()))
      for (const teamId of teams) {
        const own = await readOwnBid(current, teamId)
        // A bid without a number is removed, or its address is not confirmed.
        if (!own || own.number === null || own.bid.captainEmail === '') continue
        await send(inviteCaptainDecider, invitationStream(teamId), { type: 'InviteCaptain', data: { teamId } })
      }
    },
  }
}

export function whenCaptainInvitedThenMailCaptain(
  { mailer, current, log, facts }: Platform,
  links: OwnBidLinks,
): Automation {
  return {
    name: 'when-captain-invited-then-mail-captain',
    on: ['CaptainInvited'] satisfies InvitationEvent['type'][],
    handle: async (recorded) => {
      const { data, metadata } = recorded as RecordedEvent<InvitationEvent>
      const { teamId } = data
      const own = await readOwnBid(current, teamId)
      const address = own?.bid.captainEmail ?? ''
      if (!own || own.number === null || address === '') return
      const to = { id: `captain-invited-${teamId}`, to: address, mailbox: 'staff' } as const
      const teamName = (await isOwnAddress(log, teamId)) ? own.bid.teamName : null
      const link = await links.teamLinkFor({ teamId, address })
      await mailer.send(invitation(to, { teamName, link, facts: await facts(metadata.edition) }))
    },
  }
}

/** `teamName` is null where the address may not be the captain's own. */
export function invitation(
  to: Pick<Mail, 'id' | 'to' | 'mailbox'>,
  { link, teamName, facts }: { readonly link: string; readonly teamName: string | null; readonly facts: FactsOfYear },
): Mail {
  return {
    ...to,
    subject: `Your games at ${facts.name}${teamName === null ? '' : `: ${teamName}`}`,
    button: 'Open my team',
    text: `Hello,

the schedule of ${describeWeekend(facts)}
is on the site. Your link shows when and on which field your team plays. After each game, both
captains enter the score and score each other's spirit there. It also works at a field without
a connection: what you enter is sent once the phone is back online.

Share the link with your team's other captain only. Anyone who has it can enter your scores,
and correct or withdraw your bid:

${link}

See you on the field,
the tournament crew
`,
  }
}
