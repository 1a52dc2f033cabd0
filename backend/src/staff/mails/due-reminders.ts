import type { Logger } from '../../platform/logging.ts'
import type { Platform } from '../../platform/module.ts'
import { systemContext } from '../first-td.ts'
import { listDue, startReminder } from './reminder.mail.ts'

const lookEveryMs = 10_000

/** Starts reminders when their time comes. Returns how to stop. */
export function remindWhenDue(platform: Platform, logger: Logger): () => void {
  const look = () =>
    startDueReminders(platform).catch((err: unknown) => logger.warn({ err }, 'Due reminders could not be started'))
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Starts the reminders that are due. If several backends look at once, only one of them starts a reminder. */
export async function startDueReminders(platform: Platform): Promise<void> {
  for (const kind of await listDue(platform))
    await startReminder(platform, { kind, by: 'time' }, systemContext(platform, 'reminders'))
}
