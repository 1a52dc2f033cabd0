import { randomUUID } from 'node:crypto'
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TransientError } from '@ultimate/event-store/automation.ts'
import { createTransport } from 'nodemailer'
import type { Configuration } from '../configuration/configuration.ts'
import type { Mailer } from '../mail.ts'
import { MailError } from './mail-error.ts'
import { buildMessage, mailFileName, type ReadSender } from './message.ts'

const locateFile = (folder: string, id: string): string => join(folder, mailFileName(id))

interface OutboxOptions {
  readonly folder: string
  readonly siteUrl: string
  readonly sender: ReadSender
}

/** Writes each message to a file that mail programs can open; the same id is written once. */
export function outboxMailer({ folder, siteUrl, sender }: OutboxOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const file = locateFile(folder, mail.id)
      if (await exists(file)) return 'sent'
      const { message } = await transport.sendMail(buildMessage(mail, { siteUrl, from: null, sender: await sender() }))
      const draft = join(folder, `.${randomUUID()}.part`)
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(draft, message, { mode: 0o600, flush: true })
        await rename(draft, file)
        return 'sent'
      } catch (error) {
        await rm(draft, { force: true })
        // A full disk, or a folder that may not be written: no fault of this mail.
        throw new TransientError('everything', new MailError(error))
      }
    },
  }
}

export type Outbox = Pick<Configuration, 'smtpUrl' | 'dataDir'>

/** The folder that mails are written to, as an absolute path; null where they are sent. */
export const locateOutbox = ({ smtpUrl, dataDir }: Outbox): string | null => (smtpUrl ? null : join(dataDir, 'outbox'))

/** The file that the mail with this id is written to, as an absolute path; null where it is sent. */
export function locateMailFile(configuration: Outbox, id: string): string | null {
  const folder = locateOutbox(configuration)
  return folder === null ? null : locateFile(folder, id)
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
