import { Readable } from 'node:stream'
import { PermanentError, TransientError } from '@ultimate/event-store/automation.ts'
import { createTransport } from 'nodemailer'
import type { Configuration } from '../configuration/configuration.ts'
import { MailError, type Mailer, PossiblySent } from '../mail.ts'
import { buildMessage, isDeliverable, type ReadSender } from './message.ts'
import { locateOutbox, outboxMailer } from './outbox.ts'

type MailConfiguration = Pick<Configuration, 'smtpUrl' | 'siteUrl' | 'dataDir'>

/** Sends over SMTP where `SMTP_URL` is set, else writes files into `DATA_DIR/outbox`. */
export function createMailer(configuration: MailConfiguration, sender: ReadSender): Mailer {
  const { smtpUrl, siteUrl } = configuration
  const folder = locateOutbox(configuration)
  if (folder !== null) return outboxMailer({ folder, siteUrl, sender })
  return smtpMailer({ smtpUrl: smtpUrl ?? '', siteUrl, sender })
}

interface SmtpOptions {
  /**
   * The address as nodemailer takes it (`smtps://user:pass@host:465`), with `?from=` for the address mails come from.
   */
  readonly smtpUrl: string
  readonly siteUrl: string
  readonly sender: ReadSender
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
/** The limit for one mail as a whole: a server that sends a byte now and then never runs into the timeouts above. */
const sendWithinMs = 90_000

function smtpMailer({ smtpUrl, siteUrl, sender }: SmtpOptions): Mailer {
  const server = new URL(smtpUrl)
  const from = server.searchParams.get('from')
  server.searchParams.delete('from')
  const transport = createTransport({ url: server.href, ...timeouts })
  /** The ids of messages whose content a server has begun to take in. */
  const begunMessages = new Set<string>()
  transport.use('stream', ({ message }, done) => {
    const create = message.createReadStream.bind(message)
    const begin = () => begunMessages.add(message.messageId())
    message.createReadStream = () => Readable.from(whenRead(create, begin)) as ReturnType<typeof create>
    done()
  })
  const answersNow = () =>
    transport.verify().then(
      () => true,
      () => false,
    )
  return {
    async send(mail) {
      if (!isDeliverable(mail)) throw new PermanentError('The address is no single mailbox')
      const envelope = { siteUrl, from, sender: await sender() }
      const message = { ...buildMessage(mail, envelope), signal: AbortSignal.timeout(sendWithinMs) }
      try {
        await transport.sendMail(message)
        return 'sent'
      } catch (cause) {
        throw await toFailure(new MailError(cause), {
          hasBegun: begunMessages.has(String(message.messageId)),
          answersNow,
        })
      } finally {
        begunMessages.delete(String(message.messageId))
      }
    },
  }
}

interface SendAttempt {
  /** True if the server has begun to take the content in. */
  readonly hasBegun: boolean
  /** Resolves to true if the server takes connections now. */
  readonly answersNow: () => Promise<boolean>
}

/** Returns the error with which `send` rejects. */
async function toFailure(error: MailError, { hasBegun, answersNow }: SendAttempt): Promise<Error> {
  if (isRefusedForGood(error)) return new PermanentError(`${error.command} answered ${error.responseCode}`)
  if (error.responseCode === null && hasBegun) return new PossiblySent(error)
  const concernsThisMail = isAboutThisMessage(error) || (isCutOff(error) && (await answersNow()))
  return new TransientError(concernsThisMail ? 'this' : 'everything', error)
}

/** Calls `begin` when the content is read, which is after the server has accepted the recipient. */
async function* whenRead(create: () => AsyncIterable<Buffer>, begin: () => void): AsyncGenerator<Buffer> {
  begin()
  yield* create()
}

const cutOffCodes = new Set(['ECONNECTION', 'ECONNRESET', 'EPIPE'])

/** Returns whether the connection broke. If the server answers again at once, this mail may be the reason. */
const isCutOff = ({ code, responseCode }: MailError): boolean => responseCode === null && cutOffCodes.has(String(code))

// Other commands fail because of the configuration, which can be corrected.
const commandsAboutMessage = new Set(['RCPT TO', 'DATA'])

const isAboutThisMessage = ({ command, responseCode }: MailError): boolean =>
  responseCode !== null && commandsAboutMessage.has(String(command))

const isRefusedForGood = (error: MailError): boolean =>
  isAboutThisMessage(error) && error.responseCode !== null && error.responseCode >= 500 && error.responseCode < 600
