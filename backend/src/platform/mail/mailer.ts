import type { Configuration } from '../configuration/configuration.ts'
import type { Mailer } from '../mail.ts'
import type { ReadSender } from './message.ts'
import { locateOutbox, outboxMailer } from './outbox.ts'
import { smtpMailer } from './smtp.ts'

export type MailConfiguration = Pick<Configuration, 'smtpUrl' | 'siteUrl' | 'dataDir'>

/** Sends over SMTP where `SMTP_URL` is set, else writes files into `DATA_DIR/outbox`. */
export function createMailer(configuration: MailConfiguration, sender: ReadSender): Mailer {
  const { smtpUrl, siteUrl } = configuration
  const folder = locateOutbox(configuration)
  if (folder !== null) return outboxMailer({ folder, siteUrl, sender })
  return smtpMailer({ smtpUrl: smtpUrl ?? '', siteUrl, sender })
}
