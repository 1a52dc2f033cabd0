import type { GatheringAutomation } from '@ultimate/event-store/automation.ts'
import { causedBy } from '@ultimate/event-store/commands.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { MessageEvent } from '@ultimate/events/staff/events.ts'
import { finishSendingDecider, messageIdOf, startSendingDecider } from '@ultimate/events/staff/message.ts'
import { sendAs } from '../../platform/commands.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Platform, Recipient } from '../../platform/module.ts'
import { readAudience } from '../read/audience.ts'
import { readUnsubscribed } from '../read/messages.view.ts'
import { unsubscribeLinks } from '../secrets/unsubscribe-links.ts'
import { countOutcomes, type FailureReason, readMails } from './group-mails.query.ts'
import { computeDigest, indented, sendMails } from './group-mails.ts'

type Submitted = RecordedEvent<Extract<MessageEvent, { type: 'MessageSubmitted' }>>

const name = 'when-message-submitted-then-mail'
/** Mails that could not be sent for this long, because a mail server was away, are given up. */
const sendForMs = 24 * 60 * 60_000

/** The ids of the mails of all messages begin like this. */
export const allMailsPrefix = 'message-'
export const mailPrefix = (id: string): string => `${allMailsPrefix}${id}-`

/**
 * Sends one mail to each mailbox that was in the groups when the message was written, after the wait in which staff can
 * cancel the message. Only then the addresses are read, from the modules that know the people.
 */
export function whenMessageSubmittedThenMail(platform: Platform): GatheringAutomation {
  const { clock, configuration, commands, sql } = platform
  return {
    name,
    on: ['MessageSubmitted'] satisfies MessageEvent['type'][],
    gather: {
      quietMs: configuration.mailQuietSeconds * 1000,
      keyOf: async ({ metadata }) => (metadata.edition === platform.current.edition ? metadata.stream : null),
      handle: async ([recorded]) => {
        if (!recorded) return
        const submitted = recorded as Submitted
        const { stream } = submitted.metadata
        const send = sendAs(commands, causedBy(submitted, name, clock.now()))
        const { state } = await send(startSendingDecider, stream, { type: 'StartSending', data: {} })
        if (state.status !== 'sending') return
        const prefix = mailPrefix(messageIdOf(stream))
        const recipients = await readRecipients(platform, submitted)
        await sendMails(platform, {
          prefix,
          recipients,
          compose: messageComposer(platform, submitted.data),
          failures: 'list',
        })
        const data = countOutcomes(await readMails(sql, prefix))
        await send(finishSendingDecider, stream, { type: 'FinishSending', data })
      },
    },
  }
}

/** Reads everyone whom staff may mail, by digest; some with the reason why they get no mail any more. */
async function readRecipients({ sql, modules, configuration, clock }: Platform, { metadata }: Submitted) {
  const isLate = clock.now().getTime() - metadata.at.getTime() > sendForMs
  const [audience, unsubscribed] = await Promise.all([readAudience(modules()), readUnsubscribed(sql)])
  return new Map(
    audience.map((one): [string, Recipient | FailureReason] => {
      const digest = computeDigest(one.address, configuration.authSecret)
      return [digest, unsubscribed.has(digest) ? 'unsubscribed' : isLate ? 'late' : one]
    }),
  )
}

/** Returns how to compose a message for the mailbox with a digest. */
export function messageComposer(
  { configuration }: Pick<Platform, 'configuration'>,
  { subject, text }: { readonly subject: string; readonly text: string },
) {
  const links = unsubscribeLinks(configuration)
  return (digest: string): Pick<Mail, 'subject' | 'text' | 'unsubscribe'> => ({
    subject,
    text: `Hi,

the tournament crew writes to you:

${indented(text)}

See you on the field,
the tournament crew

You get this because you captain a team, or signed up for the dinner. To get
no more messages like this one:

  ${links.pageFor(digest)}
`,
    unsubscribe: links.callFor(digest),
  })
}
