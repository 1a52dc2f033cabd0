import type { UserEvent } from '@ultimate/events/staff/events.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import { PermanentError } from '../../../platform/handler-errors.ts'
import type { Automation, Platform } from '../../../platform/module.ts'
import { invitation } from './invitation.ts'

/** How it is known, also to whoever tells what became of a mail. */
export const mailingPasswords = {
  name: 'when-user-added-then-mail-password',
  on: ['UserAdded'] satisfies UserEvent['type'][],
}

/** Users who count as verified from the start chose their password, or were told it, in another way. */
export function whenUserAddedThenMailPassword({ mailer, configuration }: Platform): Automation {
  return {
    ...mailingPasswords,
    handle: async (recorded) => {
      const event = recorded as RecordedEvent<UserEvent>
      if (event.type !== 'UserAdded' || event.data.verified) return
      const mail = invitation(event, configuration)
      if (mail && (await mailer.send(mail)) === 'refused') throw new PermanentError('The mail was refused for good')
    },
  }
}
