import { createHash } from 'node:crypto'
import { addSlotDecider, deleteSlotDecider, slotStream } from '@ultimate/events/dinner/slot.ts'
import { sendAs } from '../platform/commands.ts'
import type { CopiedThings } from '../platform/edition.ts'
import type { Platform } from '../platform/module.ts'
import { readSlots } from './read/signups.view.ts'

/** The slots of the dinner with their recipes, without the people who signed up for them. */
export function copiedSlots({ commands }: Pick<Platform, 'commands'>): CopiedThings {
  return {
    count: async (of) => (await readSlots(of)).length,
    copy: async ({ from, start, context }) => {
      for (const { id, current_signups: _, ...fields } of await readSlots(from)) {
        const stream = slotStream(toUuid(`${start} ${id}`))
        const command = { type: 'AddSlot', data: fields } as const
        await sendAs(commands, context)(addSlotDecider, stream, command, { startsStream: true })
      }
    },
    discard: async (of, context) => {
      for (const { id } of await readSlots(of))
        await sendAs(commands, context)(deleteSlotDecider, slotStream(id), { type: 'DeleteSlot', data: {} })
    },
  }
}

/** Returns a UUID that depends on the text alone, so that a slot that is copied twice is added once. */
function toUuid(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}
