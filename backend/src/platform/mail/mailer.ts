import { join } from 'node:path'
import type { Configuration } from '../configuration/configuration.ts'
import type { Mailer } from '../mail.ts'
import { outboxMailer } from './outbox.ts'
import { type ReportUndeliverable, smtpMailer } from './smtp.ts'

export type MailConfiguration = Pick<Configuration, 'smtpUrl' | 'siteUrl' | 'dataDir'>

/** Sends over SMTP where `SMTP_URL` says so, else writes files into `DATA_DIR/outbox`. */
export function createMailer(configuration: MailConfiguration, report: ReportUndeliverable): Mailer {
  const { smtpUrl, siteUrl, dataDir } = configuration
  return smtpUrl ? smtpMailer({ smtpUrl, siteUrl, report }) : outboxMailer({ folder: join(dataDir, 'outbox'), siteUrl })
}
