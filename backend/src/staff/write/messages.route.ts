import {
  cancelMessageDecider,
  messageStream,
  refuseGroups,
  submitMessageDecider,
} from '@ultimate/events/staff/message.ts'
import { messageApi } from '@ultimate/events/staff/message-api.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform, Recipient } from '../../platform/module.ts'
import { droppingMails, planningMails, readMails } from '../mails/group-mails.query.ts'
import { computeDigest } from '../mails/group-mails.ts'
import { composing, mailPrefix } from '../mails/message.mail.ts'
import { peopleIn, readAudience } from '../read/audience.ts'
import { readUnsubscribed } from '../read/unsubscriptions.view.ts'

export function sendMessageRoute(platform: Platform): Route {
  return commandRoute(platform, messageApi.sendMessage, async ({ body }, { command: { now }, newId, send }) => {
    const { to, subject, text, preview } = body
    const people = await readPeople(platform, to)
    if (preview) return { status: 200, body: previewMessage(platform, { subject, text }, people.size) }
    const id = newId()
    const prefix = mailPrefix(id)
    const data = { to: [...new Set(to)], subject, text, recipients: people.size }
    const planned = [...people].map(([digest, { of }]) => ({ id: `${prefix}${digest}`, recipient: of }))
    const options = { startsStream: true, writes: [planningMails(planned, now)] }
    await send(submitMessageDecider, messageStream(id), { type: 'SubmitMessage', data }, options)
    const mails = await readMails(platform.sql, prefix)
    const count = (wanted: string) => mails.filter(({ state }) => state === wanted).length
    const message = { id, recipients: mails.length, sent: count('sent'), failed: count('failed') }
    return { status: 202, body: { message } }
  })
}

function previewMessage(
  platform: Platform,
  { subject, text }: { readonly subject: string; readonly text: string },
  recipients: number,
) {
  if (recipients === 0) refuseGroups()
  const sample = composing(platform, { subject, text })('')
  // The link of a mail is its owner's alone.
  return { recipients, sample: { subject, text: sample.text.replace(/#.*/, '#…') } }
}

/** Reads the people of the groups by the digest of their mailbox, without those who have unsubscribed. */
async function readPeople(
  { modules, sql, configuration }: Platform,
  to: readonly string[],
): Promise<ReadonlyMap<string, Recipient>> {
  const [audience, unsubscribed] = await Promise.all([readAudience(modules()), readUnsubscribed(sql)])
  const people = peopleIn(audience, to).map(
    (one) => [computeDigest(one.address, configuration.authSecret), one] as const,
  )
  return new Map(people.filter(([digest]) => !unsubscribed.has(digest)))
}

export function cancelMessageRoute(platform: Platform): Route {
  return commandRoute(platform, messageApi.cancelMessage, async ({ params: { id } }, { send }) => {
    const writes = [droppingMails(mailPrefix(id))]
    await send(cancelMessageDecider, messageStream(id), { type: 'CancelMessage', data: {} }, { writes })
    return { status: 204, body: undefined }
  })
}
