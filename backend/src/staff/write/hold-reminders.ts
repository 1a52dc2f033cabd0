import { type HoldReminders, holdRemindersDecider, remindersStream } from '@ultimate/events/staff/reminder.ts'
import type { Platform } from '../../platform/module.ts'
import { listEditions } from '../editions.ts'
import { systemContext } from '../first-td.ts'

/**
 * After a backup was restored: pauses the reminders that it does not know as sent, of the present and the next edition.
 * They may have been sent since it was made. Returns how many.
 */
export async function holdRemindersAfterRestore(platform: Platform): Promise<number> {
  const { commands } = platform
  const context = systemContext(platform, 'npm run restore')
  const command: HoldReminders = { type: 'HoldReminders', data: {}, metadata: { now: context.now } }
  const editions = (await listEditions(platform)).filter(({ state }) => state !== 'past')
  let held = 0
  for (const { year } of editions) {
    const { events } = await commands.handle(holdRemindersDecider, { stream: remindersStream(year), command }, context)
    held += events.length
  }
  return held
}
