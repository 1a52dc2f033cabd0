import { createTransport } from 'nodemailer'
import type { Mailer } from '../mail.ts'
import { TryLater } from '../try-later.ts'
import { isDeliverable, messageOf } from './message.ts'

/** Told of a message that will never arrive: its id and the server's words, never the address. */
export type ReportUndeliverable = (mail: { readonly id: string; readonly reason: string }) => void

interface SmtpOptions {
  /** As nodemailer takes it (`smtps://user:pass@host:465`), with `?from=` for the address mails come from. */
  readonly smtpUrl: string
  readonly siteUrl: string
  readonly report: ReportUndeliverable
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export function smtpMailer({ smtpUrl, siteUrl, report }: SmtpOptions): Mailer {
  const server = new URL(smtpUrl)
  const from = server.searchParams.get('from')
  server.searchParams.delete('from')
  const transport = createTransport({ url: server.href, ...timeouts })
  return {
    async send(mail) {
      const refused = (reason: string) => {
        report({ id: mail.id, reason })
        return 'refused' as const
      }
      if (!isDeliverable(mail)) return refused('the address is no single mailbox')
      try {
        await transport.sendMail(messageOf(mail, siteUrl, from))
        return 'sent'
      } catch (error) {
        const reason = refusedForGood(error)
        if (reason === null) throw new TryLater(isAboutThisMessage(error) ? 'this' : 'everything', error)
        return refused(reason)
      }
    },
  }
}

// A refused sender, sign-in or connection is a matter of configuration, and passes.
const aboutThisMessage = new Set(['RCPT TO', 'DATA'])

interface SmtpError extends Error {
  readonly responseCode?: unknown
  readonly command?: unknown
}

const isAboutThisMessage = (error: unknown): error is SmtpError => {
  const { command, responseCode } = error as SmtpError
  return error instanceof Error && typeof responseCode === 'number' && aboutThisMessage.has(String(command))
}

function refusedForGood(error: unknown): string | null {
  if (!isAboutThisMessage(error)) return null
  const { responseCode, command } = error
  const permanent = Number(responseCode) >= 500 && Number(responseCode) < 600
  return permanent ? `${command} answered ${responseCode}` : null
}
