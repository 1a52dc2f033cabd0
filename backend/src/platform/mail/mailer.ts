import type { Configuration } from '../configuration/configuration.ts'
import type { Mailer } from '../mail.ts'
import { outboxMailer, outboxOf } from './outbox.ts'
import { smtpMailer } from './smtp.ts'

export type MailConfiguration = Pick<Configuration, 'smtpUrl' | 'siteUrl' | 'dataDir'>

/** Sends over SMTP where `SMTP_URL` is set, else writes files into `DATA_DIR/outbox`. */
export function createMailer(configuration: MailConfiguration): Mailer {
  const { smtpUrl, siteUrl } = configuration
  const folder = outboxOf(configuration)
  if (folder !== null) return outboxMailer({ folder, siteUrl })
  return smtpMailer({ smtpUrl: smtpUrl ?? '', siteUrl })
}
