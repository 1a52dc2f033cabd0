import type { Automation } from '@ultimate/event-store/automation.ts'
import { causedBy } from '@ultimate/event-store/commands.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { SignupEvent } from '@ultimate/events/dinner/events.ts'
import { signupIdOf } from '@ultimate/events/dinner/signup.ts'
import { sendAs } from '../../platform/commands.ts'
import type { Platform } from '../../platform/module.ts'
import { readEntry } from '../read/arrivals.query.ts'
import { freePlace, isBack, takePlace } from '../write/signup-commands.ts'

const name = 'when-signup-withdrawn-then-free-place'

/** The request that cancels a sign-up frees its place itself; this finishes requests that were interrupted. */
export function whenSignupWithdrawnThenFreePlace({ commands, clock, log }: Platform): Automation {
  return {
    name,
    on: ['SignupWithdrawn'] satisfies SignupEvent['type'][],
    handle: async (recorded) => {
      const { type, data, metadata } = recorded as RecordedEvent<SignupEvent>
      if (type !== 'SignupWithdrawn' || data.reason === 'slot-deleted') return
      if (await isBack(log, metadata)) return
      const end = { signupId: signupIdOf(metadata.stream), slotId: data.slotId }
      const send = sendAs(commands, causedBy(recorded, name, clock.now()))
      await freePlace(send, end)
      // It may have come back while its place was being freed.
      const made = (await isBack(log, metadata)) ? await readEntry(log, end) : undefined
      if (made) await takePlace(send, { made, slotId: data.slotId })
    },
  }
}
