import { createHash } from 'node:crypto'
import type { EditionFacts } from '@ultimate/events/language/edition-facts.ts'
import type { SendMailOptions } from 'nodemailer'
import type { Mail } from '../mail.ts'
import { htmlPart } from './html-part.ts'

const controls = /\p{Cc}/u
// Exactly one mailbox: an address with a comma or a bracket may name several, or none.
const mailbox = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/u

/** Turns any id of a mail into text that fits into a file name and a Message-ID. */
function toSlug(id: string): string {
  return /^[\w.-]{1,100}$/.test(id) && !id.startsWith('.')
    ? id
    : createHash('sha256').update(id).digest('hex').slice(0, 40)
}

/** The file name of a mail that is written into a folder. */
export const mailFileName = (id: string): string => `${toSlug(id)}.eml`

/** Every mail ends with the contact address. Replies go there too, because no one reads the sender's mailbox. */
const withContact = (text: string, contact: string): string =>
  contact === '' ? `${text.trimEnd()}\n` : `${text.trimEnd()}\n\nQuestions? Write to ${contact}\n`

/** The club that sends the mails. `contact_email` is empty if the club has set none. */
type Sender = Pick<EditionFacts, 'name' | 'contact_email'>

/** Reads the sender; called for each mail when it is sent. */
export type ReadSender = () => Promise<Sender>

export function isDeliverable(mail: Mail): boolean {
  return mailbox.test(mail.to)
}

/** The MIME part has to name the same method as the calendar file. */
const calendarPart = (content: string) => ({
  method: /^METHOD:CANCEL\r?$/m.test(content) ? 'CANCEL' : 'PUBLISH',
  filename: 'calendar.ics',
  content,
})

/**
 * Returns the headers of the button that mail programs show (RFC 8058). It sends a POST, so that programs which only
 * open links end no mails.
 */
const unsubscribeHeaders = ({ unsubscribe }: Mail) =>
  unsubscribe && { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

interface Envelope {
  readonly siteUrl: string
  /** The sender's address; null for `no-reply@` at the site's own host. */
  readonly from: string | null
  readonly sender: Sender
}

/** Returns the message as the mail server gets it. */
export function buildMessage(mail: Mail, { siteUrl, from, sender }: Envelope): SendMailOptions {
  const { name, contact_email: contact } = sender
  if (controls.test(mail.to + mail.subject)) throw new TypeError('a mail header cannot hold control characters')
  const host = new URL(siteUrl).hostname
  const { subject, button = 'Open the link' } = mail
  const text = withContact(mail.text, contact)
  return {
    messageId: `<${toSlug(mail.id)}@${host}>`,
    from: { name, address: from ?? `no-reply@${host}` },
    to: { name: '', address: mail.to },
    ...(contact !== '' && { replyTo: contact }),
    subject,
    text,
    html: htmlPart({ subject, text, siteUrl, contact, button }),
    // The boundary is fixed, so that a retry is the same mail, byte for byte.
    baseBoundary: toSlug(mail.id).slice(0, 40),
    ...(mail.calendar && { icalEvent: calendarPart(mail.calendar) }),
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
    // Text and addresses come from visitors: nothing in them may make the server open a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
