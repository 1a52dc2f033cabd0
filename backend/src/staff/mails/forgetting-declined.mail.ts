import type { ImmediateAutomation } from '@ultimate/event-store/automation.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { ErasureEvent } from '@ultimate/events/staff/events.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/module.ts'
import { erasureIdOf } from '../write/forgetting/forgetting.decider.ts'

type ForgettingRequest = Extract<ErasureEvent, { type: 'ForgettingRequested' }>

/** The person who asked gets the reason, unless they were forgotten meanwhile. */
export function whenForgettingDeclinedThenMail({ log, mailer }: Platform): ImmediateAutomation {
  return {
    name: 'when-forgetting-declined-then-mail',
    on: ['ForgettingDeclined'] satisfies ErasureEvent['type'][],
    handle: async (recorded) => {
      const { type, data, metadata } = recorded as RecordedEvent<ErasureEvent>
      if (type !== 'ForgettingDeclined') return
      const { stream, version } = metadata
      const requests = (await log.read({ stream, types: ['ForgettingRequested'] })) as readonly RecordedEvent[]
      const declined = requests.filter((event) => event.metadata.version < version).at(-1)?.data as
        | ForgettingRequest['data']
        | undefined
      if (declined && declined.email !== '')
        await mailer.send(
          declinedMail(`forgetting-declined-${erasureIdOf(stream)}-${version}`, declined.email, data.reason),
        )
    },
  }
}

const crew = 'See you on the field,\nthe tournament crew\n'

const declinedMail = (id: string, to: string, reason: string): Mail => ({
  id,
  to,
  mailbox: 'staff',
  subject: 'About your request to be forgotten',
  text: `Hi,

you asked us to delete what we know about you. We have not done so:

${reason}

You may ask again with the same link, or reply to this email.

${crew}`,
})

/** To be sent before the keys are deleted, because afterwards the address is unreadable. */
export const forgottenMail = (id: string, to: string): Mail => ({
  id,
  to,
  mailbox: 'staff',
  subject: 'Your data has been deleted',
  text: `Hi,

you asked us to delete what we know about you. We have done so: no one can read it any more.

This is our last email to you. Your private links no longer work.

${crew}`,
})
