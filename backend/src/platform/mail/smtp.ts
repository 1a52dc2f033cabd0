import { PermanentError, TransientError } from '@ultimate/event-store/automation.ts'
import { createTransport } from 'nodemailer'
import type { Mailer } from '../mail.ts'
import { MailError } from './mail-error.ts'
import { isDeliverable, messageOf } from './message.ts'

interface SmtpOptions {
  /** As nodemailer takes it (`smtps://user:pass@host:465`), with `?from=` for the address mails come from. */
  readonly smtpUrl: string
  readonly siteUrl: string
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
/** The limit for one mail as a whole: a server that sends a byte now and then never runs into the timeouts above. */
const sendWithinMs = 90_000

export function smtpMailer({ smtpUrl, siteUrl }: SmtpOptions): Mailer {
  const server = new URL(smtpUrl)
  const from = server.searchParams.get('from')
  server.searchParams.delete('from')
  const transport = createTransport({ url: server.href, ...timeouts })
  return {
    async send(mail) {
      if (!isDeliverable(mail)) throw new PermanentError('The address is no single mailbox')
      const message = { ...messageOf(mail, siteUrl, from), signal: AbortSignal.timeout(sendWithinMs) }
      try {
        await transport.sendMail(message)
        return 'sent'
      } catch (cause) {
        const error = new MailError(cause)
        if (isRefusedForGood(error)) throw new PermanentError(`${error.command} answered ${error.responseCode}`)
        throw new TransientError(isAboutThisMessage(error) ? 'this' : 'everything', error)
      }
    },
  }
}

// A refused sender, sign-in or connection is a matter of configuration, and passes.
const aboutThisMessage = new Set(['RCPT TO', 'DATA'])

const isAboutThisMessage = ({ command, responseCode }: MailError): boolean =>
  responseCode !== null && aboutThisMessage.has(String(command))

const isRefusedForGood = (error: MailError): boolean =>
  isAboutThisMessage(error) && error.responseCode !== null && error.responseCode >= 500 && error.responseCode < 600
