import {
  type CancelMessage,
  cancelMessageDecider,
  messageStream,
  refuseGroups,
  type SubmitMessage,
  submitMessageDecider,
} from '@ultimate/events/staff/message.ts'
import { messageApi } from '@ultimate/events/staff/message-api.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform, Recipient } from '../../platform/module.ts'
import { droppingMails, planningMails, readMails } from '../mails/group-mails.query.ts'
import { digestOf } from '../mails/group-mails.ts'
import { composing, mailPrefix } from '../mails/message.mail.ts'
import { peopleIn, readAudience } from '../read/audience.ts'
import { readUnsubscribed } from '../read/unsubscriptions.view.ts'

export function sendMessageRoute(platform: Platform): Route {
  const { sql, commands } = platform
  return route(messageApi.sendMessage, async ({ body }, { command: context, newId }) => {
    const { to, subject, text, preview } = body
    const people = await readPeople(platform, to)
    if (preview) {
      if (people.size === 0) refuseGroups()
      // The link of a mail is its owner's alone.
      const sample = composing(platform, { subject, text })('')
      return {
        status: 200,
        body: { recipients: people.size, sample: { subject, text: sample.text.replace(/#.*/, '#…') } },
      }
    }
    const id = newId()
    const prefix = mailPrefix(id)
    const data = { to: [...new Set(to)], subject, text, recipients: people.size }
    const command: SubmitMessage = { type: 'SubmitMessage', data, metadata: { now: context.now } }
    const planned = [...people].map(([digest, { of }]) => ({ id: `${prefix}${digest}`, recipient: of }))
    const writes = [planningMails(planned, context.now)]
    const stream = messageStream(id)
    await commands.handle(submitMessageDecider, { stream, command, startsStream: true, writes }, context)
    const mails = await readMails(sql, prefix)
    const count = (wanted: string) => mails.filter(({ state }) => state === wanted).length
    return {
      status: 202,
      body: { message: { id, recipients: mails.length, sent: count('sent'), failed: count('failed') } },
    }
  })
}

/** By the digest of their mailbox, without those who have unsubscribed. */
async function readPeople(
  { modules, sql, configuration }: Platform,
  to: readonly string[],
): Promise<ReadonlyMap<string, Recipient>> {
  const [audience, unsubscribed] = await Promise.all([readAudience(modules()), readUnsubscribed(sql)])
  const people = peopleIn(audience, to).map((one) => [digestOf(one.address, configuration.authSecret), one] as const)
  return new Map(people.filter(([digest]) => !unsubscribed.has(digest)))
}

export function cancelMessageRoute({ commands }: Platform): Route {
  return route(messageApi.cancelMessage, async ({ params: { id } }, { command: context }) => {
    const command: CancelMessage = { type: 'CancelMessage', data: {}, metadata: { now: context.now } }
    const writes = [droppingMails(mailPrefix(id))]
    await commands.handle(cancelMessageDecider, { stream: messageStream(id), command, writes }, context)
    return { status: 204, body: undefined }
  })
}
