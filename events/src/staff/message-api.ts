import { z } from 'zod'
import { endpoint } from '../language/endpoint.ts'
import { adminOrTd } from '../language/roles.ts'
import { requiredLine, requiredParagraph } from '../language/text/text.ts'
import { maxMessage, maxSubject, messageGroups, messageStatuses } from './message.ts'

const messageId = z.uuid('This is not the id of a message.')

const volunteersOfSlot = z.templateLiteral(['volunteers:', z.uuid()])
const group = z.union([z.enum(messageGroups), volunteersOfSlot], 'Please choose among the groups.')

export const newMessage = z.strictObject({
  to: z.array(group, 'Please choose who gets it').min(1, 'Please choose who gets it').max(200),
  subject: requiredLine(maxSubject, 'Please enter a subject'),
  text: requiredParagraph(maxMessage, 'Please enter a text'),
  /** Shows what would be sent, and sends nothing. */
  preview: z.boolean().optional(),
})

/** A message as staff read it: `failures` have the names of people, and no addresses. */
export const message = z.strictObject({
  id: messageId,
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
  /** The moment its emails begin to leave, unless it is cancelled before. */
  send_at: z.iso.datetime(),
  status: z.enum(messageStatuses),
  recipients: z.int(),
  sent: z.int(),
  failed: z.int(),
  failures: z.array(z.strictObject({ name: z.string(), reason: z.string() })),
})
export type Message = z.infer<typeof message>

const sentMessage = message.pick({ id: true, recipients: true, sent: true, failed: true })

/** A message as it will look, with the number of people who get it. */
export const messagePreview = z.strictObject({
  recipients: z.int(),
  sample: z.strictObject({ subject: z.string(), text: z.string() }),
})
export type MessagePreview = z.infer<typeof messagePreview>

/** A message names the group by `name` (`captains:unpaid`); screens show `label`. */
const audienceGroup = z.strictObject({ name: z.string(), label: z.string(), people: z.int() })
export type AudienceGroup = z.infer<typeof audienceGroup>

/** The token of the link in a message. It names its mailbox by a digest. */
const linkToken = z.string().max(200)

/** The link is the permission, so the token of a session does not matter. */
const byLink = {
  method: 'POST',
  allow: 'everyone',
  ignoresToken: true,
  answers: { 204: null },
  errors: ['UNSUBSCRIBE_LINK_INVALID'],
  limit: { name: 'unsubscribe', seconds: 15 * 60, perNetwork: 300, rejectedPerNetwork: 300 },
} as const

export const messageApi = {
  listMessages: endpoint({
    method: 'GET',
    path: '/api/messages',
    summary: 'List the messages that staff wrote and did not cancel, newest first, with what became of their emails',
    allow: adminOrTd,
    answers: { 200: z.strictObject({ messages: z.array(message) }) },
    personal: true,
  }),
  sendMessage: endpoint({
    method: 'POST',
    path: '/api/messages',
    summary:
      'Email a message to groups of people, a minute later and once to each address; with `preview`, show it and send nothing',
    allow: adminOrTd,
    body: newMessage,
    answers: { 200: messagePreview, 202: z.strictObject({ message: sentMessage }) },
    errors: ['NO_RECIPIENTS'],
  }),
  cancelMessage: endpoint({
    method: 'DELETE',
    path: '/api/messages/{id}',
    summary: 'Cancel a message whose emails still wait',
    allow: adminOrTd,
    params: z.strictObject({ id: messageId }),
    answers: { 204: null },
    errors: ['MESSAGE_NOT_FOUND', 'MESSAGE_SENT'],
  }),
  listMessageGroups: endpoint({
    method: 'GET',
    path: '/api/messages/audience',
    summary: 'List the groups that a message can be sent to, with how many people each has',
    allow: adminOrTd,
    answers: { 200: z.strictObject({ groups: z.array(audienceGroup) }) },
    personal: true,
  }),
  unsubscribe: endpoint({
    ...byLink,
    path: '/api/unsubscribe',
    summary:
      'End messages of staff to a mailbox, by the link in one of them; mail programs send it too (RFC 8058). Emails about sign-ups and bids go on',
    query: z.strictObject({ token: linkToken }),
    ignoresBody: true,
  }),
  subscribeAgain: endpoint({
    ...byLink,
    path: '/api/subscribe',
    summary: 'Let messages of staff come to a mailbox again, by the link in one of them',
    body: z.strictObject({ token: linkToken }),
  }),
}
