import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import type { Automation, Platform } from '../../../platform/module.ts'
import type { ConfirmationLinks } from '../../secrets/confirmation-link.ts'
import { teamIdOf } from '../../write/team.ts'
import { confirmationRequest, receipt } from './mails.ts'

/** Teams that the system itself made up (demo data) have captains who do not exist: they get no mail. */
export function whenTeamRegisteredThenMailCaptain(
  { mailer, configuration, clock }: Platform,
  links: ConfirmationLinks,
): Automation {
  return {
    name: 'when-team-registered-then-mail-captain',
    on: ['TeamRegistered'] satisfies TeamEvent['type'][],
    handle: async (recorded) => {
      const { type, data, metadata } = recorded as RecordedEvent<TeamEvent>
      if (type !== 'TeamRegistered' || metadata.actor.kind === 'system' || data.captain.email === '') return
      const teamId = teamIdOf(metadata.stream)
      const to = { id: `team-registered-${teamId}`, to: data.captain.email }
      if (!data.awaitsConfirmation) await mailer.send(receipt(to, configuration.siteUrl))
      else await mailer.send(confirmationRequest(to, await links.linkFor(teamId, clock.now())))
    },
  }
}
