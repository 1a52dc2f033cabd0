import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import type { Automation, Platform } from '../../../platform/module.ts'
import { confirmation } from './confirmation.ts'

/** Teams that the system itself made up (demo data) have captains who do not exist: they get no mail. */
export function whenTeamRegisteredThenMailCaptain({ mailer, configuration }: Platform): Automation {
  return {
    name: 'when-team-registered-then-mail-captain',
    on: ['TeamRegistered'] satisfies TeamEvent['type'][],
    handle: async (recorded) => {
      const event = recorded as RecordedEvent<TeamEvent>
      if (event.type !== 'TeamRegistered' || event.metadata.actor.kind === 'system') return
      const mail = confirmation(event, configuration.siteUrl)
      if (mail) await mailer.send(mail)
    },
  }
}
