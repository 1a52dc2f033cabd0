import { holdRemindersDecider, remindersStream } from '@ultimate/events/staff/reminder.ts'
import { sendAs } from '../../platform/commands.ts'
import type { Platform } from '../../platform/module.ts'
import { listEditions } from '../editions.ts'
import { systemContext } from '../first-td.ts'

/**
 * Pauses, after a backup was restored, the reminders of the present and the next edition that it does not know as sent.
 * They may have been sent since it was made. Returns how many.
 */
export async function holdRemindersAfterRestore(platform: Platform): Promise<number> {
  const send = sendAs(platform.commands, systemContext(platform, 'npm run restore'))
  const editions = (await listEditions(platform)).filter(({ state }) => state !== 'past')
  let held = 0
  for (const { year } of editions) {
    const { events } = await send(holdRemindersDecider, remindersStream(year), { type: 'HoldReminders', data: {} })
    held += events.length
  }
  return held
}
