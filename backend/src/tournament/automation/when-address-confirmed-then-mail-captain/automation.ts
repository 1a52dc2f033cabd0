import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import type { Automation, Platform } from '../../../platform/module.ts'
import { confirmation, type TeamRegistered } from './confirmation.ts'

/** Only where the link proved whose address it is: staff who confirm by hand may not have seen that it is right. */
export function whenAddressConfirmedThenMailCaptain({ mailer, configuration, log }: Platform): Automation {
  return {
    name: 'when-address-confirmed-then-mail-captain',
    on: ['AddressConfirmed'] satisfies TeamEvent['type'][],
    handle: async (recorded) => {
      const { type, data, metadata } = recorded as RecordedEvent<TeamEvent>
      if (type !== 'AddressConfirmed' || data.by !== 'link') return
      const [bid] = await log.read({ stream: metadata.stream, types: ['TeamRegistered'], limit: 1 })
      const mail = bid && confirmation(bid as TeamRegistered, configuration.siteUrl)
      if (mail) await mailer.send(mail)
    },
  }
}
