import type { Automation } from '@ultimate/event-store/automation.ts'
import { causedBy } from '@ultimate/event-store/commands.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import { sendAs } from '../../platform/command-sender.ts'
import type { Platform } from '../../platform/module.ts'
import { cancelSignups } from '../write/signup-commands.ts'

const name = 'when-slot-deleted-then-withdraw-signups'

/** Takes their dishes from the board, so that the places there become free. */
export function whenSlotDeletedThenCancelSignups({ commands, clock, log }: Platform): Automation {
  return {
    name,
    on: ['SlotDeleted'] satisfies SlotEvent['type'][],
    handle: async (recorded) => {
      const event = recorded as RecordedEvent<SlotEvent>
      const { stream, position } = event.metadata
      const back = ['SlotRestored'] satisfies SlotEvent['type'][]
      const isBack = async () => (await log.read({ stream, types: back, after: position, limit: 1 })).length > 0
      await cancelSignups(sendAs(commands, causedBy(recorded, name, clock.now())), event, isBack)
    },
  }
}
