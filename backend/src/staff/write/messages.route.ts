import { compareNames } from '@ultimate/events/language/fold.ts'
import {
  cancelMessageDecider,
  messageGroups,
  messageStream,
  refuseGroups,
  submitMessageDecider,
} from '@ultimate/events/staff/message.ts'
import { type AudienceGroup, type Message, messageApi } from '@ultimate/events/staff/message-api.ts'
import { commandRoute } from '../../platform/commands.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform, Recipient } from '../../platform/module.ts'
import {
  countOutcomes,
  droppingMails,
  type FailureReason,
  type GroupMail,
  planningMails,
  readMails,
} from '../mails/group-mails.query.ts'
import { computeDigest } from '../mails/group-mails.ts'
import { allMailsPrefix, mailPrefix, messageComposer } from '../mails/message.mail.ts'
import { findPeople, readAudience } from '../read/audience.ts'
import { type MessageRow, readMessages, readUnsubscribed } from '../read/messages.view.ts'

export const messageRoutes = (platform: Platform): Route[] => [
  messagesRoute(platform),
  messageGroupsRoute(platform),
  sendMessageRoute(platform),
  cancelMessageRoute(platform),
]

/** Lists the messages of this edition. */
function messagesRoute({ sql, modules, configuration, current }: Platform): Route {
  return route(messageApi.listMessages, async () => {
    const [rows, mails, audience] = await Promise.all([
      readMessages(sql, current.edition),
      readMails(sql, allMailsPrefix),
      readAudience(modules()),
    ])
    const sources = { names: mapNames(audience), ...configuration }
    const body = { messages: rows.map((row) => buildMessage(row, mails, sources)) }
    return { status: 200, body }
  })
}

interface MessageSources {
  readonly names: ReadonlyMap<string, string>
  readonly mailQuietSeconds: number
}

/** Takes the numbers from the event that ends the sending; until it is stored, counts the mails. */
function buildMessage(
  row: MessageRow,
  allMails: readonly GroupMail[],
  { names, mailQuietSeconds }: MessageSources,
): Message {
  const { id, groups, subject, text, status, recipients, at } = row
  const mails = allMails.filter((mail) => mail.id.startsWith(mailPrefix(id)))
  const failures = listFailures(mails, names)
  return {
    id,
    to: [...groups],
    subject,
    text,
    at: at.toISOString(),
    send_at: new Date(at.getTime() + mailQuietSeconds * 1000).toISOString(),
    status,
    recipients,
    sent: row.sent ?? mails.filter(({ state }) => state === 'sent').length,
    failed: row.failed ?? failures.length,
    failures,
  }
}

const labels: Readonly<Record<(typeof messageGroups)[number], string>> = {
  'captains:confirmed': 'Captains of confirmed teams',
  'captains:waitlist': 'Captains on the waitlist',
  'captains:unpaid': 'Captains of unpaid teams',
  'captains:without-dishes': 'Captains of teams without a dish',
  volunteers: 'All volunteers of the dinner',
}

/** Lists the groups with their sizes; addresses stay in the modules. */
function messageGroupsRoute({ modules }: Platform): Route {
  return route(messageApi.listMessageGroups, async () => {
    const audience = await readAudience(modules())
    const slots = [...readSlotLabels(audience)].map(([name, label]) => ({ name, label }))
    const fixedGroups = messageGroups.map((name) => ({ name, label: labels[name] }))
    const groups: AudienceGroup[] = [
      ...fixedGroups,
      ...slots.toSorted((one, other) => compareNames(one.label, other.label)),
    ].map((group) => ({ ...group, people: findPeople(audience, [group.name]).length }))
    return { status: 200, body: { groups } }
  })
}

/** Returns the labels of the slots, by the names of their groups: `volunteers:<id>`. */
const readSlotLabels = (audience: readonly Recipient[]): ReadonlyMap<string, string> =>
  new Map(
    audience.flatMap(({ groups, label }) =>
      groups.flatMap((group) => (group.startsWith('volunteers:') && label ? [[group, label] as const] : [])),
    ),
  )

function sendMessageRoute(platform: Platform): Route {
  return commandRoute(platform, messageApi.sendMessage, async ({ body }, { commandContext: { now }, newId, send }) => {
    const { to, subject, text, preview } = body
    const people = await readPeople(platform, to)
    if (preview) return { status: 200, body: previewMessage(platform, { subject, text }, people.size) }
    const id = newId()
    const prefix = mailPrefix(id)
    const data = { to: [...new Set(to)], subject, text, recipients: people.size }
    const plannedMails = [...people].map(([digest, { of }]) => ({ id: `${prefix}${digest}`, recipient: of }))
    const options = { startsStream: true, writes: [planningMails(plannedMails, now)] }
    await send(submitMessageDecider, messageStream(id), { type: 'SubmitMessage', data }, options)
    const mails = await readMails(platform.sql, prefix)
    const message = { id, recipients: mails.length, ...countOutcomes(mails) }
    return { status: 202, body: { message } }
  })
}

function previewMessage(
  platform: Platform,
  { subject, text }: { readonly subject: string; readonly text: string },
  recipients: number,
) {
  if (recipients === 0) refuseGroups()
  const sample = messageComposer(platform, { subject, text })('')
  // The token of the link is left out, because it is only for the owner of the mailbox.
  return { recipients, sample: { subject, text: sample.text.replace(/#.*/, '#…') } }
}

/** Reads the people of the groups by the digest of their mailbox, without those who have unsubscribed. */
async function readPeople(
  { modules, sql, configuration }: Platform,
  to: readonly string[],
): Promise<ReadonlyMap<string, Recipient>> {
  const [audience, unsubscribed] = await Promise.all([readAudience(modules()), readUnsubscribed(sql)])
  const people = findPeople(audience, to).map(
    (one) => [computeDigest(one.address, configuration.authSecret), one] as const,
  )
  return new Map(people.filter(([digest]) => !unsubscribed.has(digest)))
}

function cancelMessageRoute(platform: Platform): Route {
  return commandRoute(platform, messageApi.cancelMessage, async ({ params: { id } }, { send }) => {
    const writes = [droppingMails(mailPrefix(id))]
    await send(cancelMessageDecider, messageStream(id), { type: 'CancelMessage', data: {} }, { writes })
    return { status: 204, body: undefined }
  })
}

/** Maps the stream that names a person to the person's name. */
export const mapNames = (audience: readonly Recipient[]): ReadonlyMap<string, string> =>
  new Map(audience.map(({ of, name }) => [of, name]))

/** Lists the teams or people whom a mail did not reach, and why. */
export const listFailures = (mails: readonly GroupMail[], names: ReadonlyMap<string, string>) =>
  mails
    .filter(({ state }) => state === 'failed')
    .map(({ recipient, reason }) => ({
      name: names.get(recipient ?? '') ?? 'Someone who is in no group any more',
      reason: reasons[reason ?? 'refused'],
    }))

const reasons: Readonly<Record<FailureReason, string>> = {
  refused: 'the mail server refused the address or the email',
  busy: 'the mail server put it off too often',
  unsure: 'the connection ended before the mail server said whether it takes the email, so it may have arrived',
  left: 'they are in none of the groups any more',
  unsubscribed: 'they unsubscribed before it was sent',
  late: 'the mail server was away until it was too late',
}
