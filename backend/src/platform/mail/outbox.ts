import { randomUUID } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TransientError } from '@ultimate/event-store/automation.ts'
import { createTransport } from 'nodemailer'
import type { Configuration } from '../configuration/configuration.ts'
import { MailError, type Mailer } from '../mail.ts'
import { buildMessage, mailFileName, type ReadSender } from './message.ts'

const locateFile = (folder: string, id: string): string => join(folder, mailFileName(id))

interface OutboxOptions {
  readonly folder: string
  readonly siteUrl: string
  readonly sender: ReadSender
}

/** Writes each mail to a file that mail programs can open. A mail with the same id is not written again. */
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
        // The disk is full, or the folder cannot be written, which concerns all mails.
        throw new TransientError('everything', new MailError(error))
      }
    },
  }
}

export type Outbox = Pick<Configuration, 'smtpUrl' | 'dataDir'>

/** Returns the folder that mails are written to, as an absolute path; null if they are sent. */
export const locateOutbox = ({ smtpUrl, dataDir }: Outbox): string | null => (smtpUrl ? null : join(dataDir, 'outbox'))

/** Returns the file that the mail with this id is written to, as an absolute path; null if it is sent. */
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

/**
 * Removes the files of the outbox that contain any of these texts: mails, and drafts that a crash has left. The mails
 * with the ids `idsThatStay` stay. Returns the number of removed files.
 */
export async function forgetMails(
  folder: string | null,
  texts: readonly string[],
  idsThatStay: readonly string[] = [],
): Promise<number> {
  if (folder === null || texts.length === 0) return 0
  const needles = texts.map(normalizeText)
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    if (idsThatStay.some((id) => name === mailFileName(id))) continue
    const file = join(folder, name)
    const mail = normalizeText(decodeParts(await readFile(file, 'latin1').catch(() => '')))
    if (!needles.some((needle) => mail.includes(needle))) continue
    await rm(file, { force: true })
    removed++
  }
  return removed
}

/** Removes differences of letter case, and the line breaks by which mails fold long lines. */
const normalizeText = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ')

/**
 * Returns a mail's source with its decoded parts: quoted-printable (RFC 2045, 6.7), base64, and the encoded words of
 * headers (RFC 2047). It is only searched, so text that decodes to nonsense does no harm.
 */
function decodeParts(source: string): string {
  const withDecodedWords = source
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind, text) =>
      kind.toLowerCase() === 'b' ? fromBase64(text) : fromQuotedPrintable(text.replaceAll('_', ' ')),
    )
  const base64Blocks = source.match(/(?:^[A-Za-z0-9+/]{4,}={0,2}\r?\n?)+/gm) ?? []
  return [utf8(source), withDecodedWords, fromQuotedPrintable(source), ...base64Blocks.map(fromBase64)].join('\n')
}

const utf8 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString()
const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString()
const fromQuotedPrintable = (text: string): string =>
  utf8(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  )
