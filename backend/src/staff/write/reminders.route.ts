import { changeReminderDecider, type ReminderKind, remindersStream } from '@ultimate/events/staff/reminder.ts'
import { reminderApi } from '@ultimate/events/staff/reminder-api.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { startReminder } from '../mails/reminder.mail.ts'
import { listReminders, parseKind } from '../read/reminders.route.ts'

async function present(platform: Platform, kind: ReminderKind) {
  const { reminders, version } = await listReminders(platform)
  const reminder = reminders.find((one) => one.kind === kind)
  if (!reminder) throw new Error(`There is no reminder ${kind}`)
  return { body: { reminder }, version }
}

export function changeReminderRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    reminderApi.changeReminder,
    async ({ params, body }, { send, current, expectedVersion }) => {
      const kind = parseKind(params.kind)
      const at = body.at && { at: new Date(body.at).toISOString() }
      const data = { kind, settings: { ...body, ...at }, facts: await current.facts() }
      const stream = remindersStream(current.edition)
      await send(changeReminderDecider, stream, { type: 'ChangeReminder', data }, { expectedVersion })
      return { status: 200, ...(await present(platform, kind)) }
    },
    { current: async ({ params }) => ({ status: 200, ...(await present(platform, parseKind(params.kind))) }) },
  )
}

export function sendReminderRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    reminderApi.sendReminder,
    async ({ params }, { command: context, expectedVersion }) => {
      const kind = parseKind(params.kind)
      await startReminder(platform, { kind, by: 'hand', expectedVersion }, context)
      return { status: 202, ...(await present(platform, kind)) }
    },
    { current: async ({ params }) => ({ status: 202, ...(await present(platform, parseKind(params.kind))) }) },
  )
}
