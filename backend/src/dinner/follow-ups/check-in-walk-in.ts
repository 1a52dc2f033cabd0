import type { Automation } from '@ultimate/event-store/automation.ts'
import { causedBy } from '@ultimate/event-store/commands.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import { slotIdOf } from '@ultimate/events/dinner/slot.ts'
import { buildTrust } from '@ultimate/events/language/reported-time.ts'
import { sendAs } from '../../platform/command-sender.ts'
import type { Platform } from '../../platform/module.ts'
import { readSignup } from '../read/signups.view.ts'
import { checkInArrival } from '../write/signup-commands.ts'

const name = 'when-walked-in-then-check-in'

/** Checks in people who walked in, if the backend that took them in ended before it could. */
export function whenWalkedInThenCheckIn({ commands, current, clock }: Platform): Automation {
  return {
    name,
    on: ['WalkedIn'] satisfies SlotEvent['type'][],
    handle: async (recorded) => {
      const event = recorded as RecordedEvent<SlotEvent>
      if (event.type !== 'WalkedIn') return
      const { signupId, at, timeTrusted } = event.data
      const known = await readSignup(current, signupId)
      if (known === null || known.version > 0) return
      const { category } = known.signup
      const arrival = { signupId, slotId: slotIdOf(event.metadata.stream), category, at: new Date(at) }
      const trust = buildTrust(timeTrusted === false ? { timeTrusted } : {})
      await checkInArrival(sendAs(commands, causedBy(recorded, name, clock.now())), { ...arrival, ...trust })
    },
  }
}
