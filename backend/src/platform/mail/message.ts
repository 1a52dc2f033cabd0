import { createHash } from 'node:crypto'
import type { EditionFacts } from '@ultimate/events/language/edition-facts.ts'
import escapeHtml from 'escape-html'
import type { SendMailOptions } from 'nodemailer'
import type { Mail } from '../mail.ts'

const controls = /\p{Cc}/u
// One mailbox: a comma or a bracket would make it several, or none.
const mailbox = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/u

/** A name for the message that fits into a file name and a Message-ID, for any id. */
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

/** The club that sends the mails: the address for answers is empty where it names none. */
type Sender = Pick<EditionFacts, 'name' | 'contact_email'>

/** Reads the sender, asked for each mail as it is sent. */
export type ReadSender = () => Promise<Sender>

export function isDeliverable(mail: Mail): boolean {
  return mailbox.test(mail.to)
}

/** The part names the method that the file itself declares. */
const calendarPart = (content: string) => ({
  method: /^METHOD:CANCEL\r?$/m.test(content) ? 'CANCEL' : 'PUBLISH',
  filename: 'calendar.ics',
  content,
})

/**
 * Returns the headers of the button that mail programs show (RFC 8058). Programs that only look at links send no POST.
 */
const unsubscribeHeaders = ({ unsubscribe }: Mail) =>
  unsubscribe && { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

interface Envelope {
  readonly siteUrl: string
  /** An address; without one the sender is an address at the site's own host. */
  readonly from: string | null
  readonly sender: Sender
}

/** The message as the mail server gets it. */
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
    // A retry is the same mail, to the byte.
    baseBoundary: toSlug(mail.id).slice(0, 40),
    ...(mail.calendar && { icalEvent: calendarPart(mail.calendar) }),
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
    // Text and addresses come from visitors: nothing in them may make the server open a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

interface HtmlPart {
  readonly subject: string
  /** The mail as plain text, in lines that are broken by hand. */
  readonly text: string
  /** Only addresses of this site become links: what visitors and staff typed leads nowhere. */
  readonly siteUrl: string
  readonly contact: string
  /** The label of the button of a private link. */
  readonly button: string
}

/**
 * The same mail for programs that show HTML, made from its text alone. No color stands without its ground, and no image
 * is loaded, so it reads in light and in dark. Private links are buttons.
 */
export function htmlPart({ text, subject, ...known }: HtmlPart): string {
  const blocks = text.split(dashes).map((part, index) =>
    // Every other part is what a program reads.
    index % 2 === 1 ? `<hr>\n<pre style="${small}">${escapeHtml(part.trim())}</pre>\n<hr>` : toBlocks(part, known),
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0 auto;padding:1rem;max-width:36rem;overflow-wrap:anywhere;font:1rem/1.5 system-ui,sans-serif">
${blocks.join('\n')}
</body>
</html>
`
}

const dashes = /^-{10,}$/m
const small = 'white-space:pre-wrap;overflow-wrap:anywhere;font-size:.875rem'
const look =
  'display:inline-block;padding:.75rem 1.5rem;border-radius:.5rem;background-color:#9b1b30;color:#fffdf8;font-weight:600;text-decoration:none'

type MailLook = Pick<HtmlPart, 'siteUrl' | 'contact' | 'button'>

const toBlocks = (text: string, known: MailLook): string =>
  text
    .split(/\n{2,}/)
    .map((block) => block.replace(/^\n|\n$/g, ''))
    .filter((block) => block !== '')
    .map((block) => toBlock(block.split('\n'), known))
    .join('\n')

function toBlock(lines: readonly string[], known: MailLook): string {
  if (lines.every((line) => line.startsWith('  - ')))
    return `<ul>${lines.map((line) => `<li>${linked(line.slice(4), known)}</li>`).join('')}</ul>`
  const pairs = lines.map((line) => (/^ {2}(?! )/.test(line) ? line.slice(2).split(/ {2,}/) : []))
  if (pairs.every(({ length }) => length === 2))
    return `<table role="presentation">${pairs.map((pair) => row(pair, known)).join('')}</table>`
  if (lines.every((line) => line.startsWith('  ')))
    return `<p style="margin-inline-start:1rem">${lines.map((line) => linked(line.trim(), known)).join('<br>')}</p>`
  const last = lines.at(-1) ?? ''
  if (!isOwn(last, known)) return `<p>${flowing(lines, known)}</p>`
  const before = lines.slice(0, -1)
  return `${before.length > 0 ? `<p>${flowing(before, known)}</p>\n` : ''}<p>${button(last, known)}</p>`
}

const row = ([name = '', value = '']: readonly string[], known: MailLook): string =>
  `<tr><td style="padding-inline-end:1rem">${escapeHtml(name)}</td><td><b>${linked(value, known)}</b></td></tr>`

/** `See you on the field,` was ended on purpose; the other lines of a paragraph were broken for their length. */
const isEnded = (line: string): boolean => line.length < 40 && line.endsWith(',')

const flowing = (lines: readonly string[], known: MailLook): string =>
  lines
    .map((line, index) =>
      index === lines.length - 1 ? linked(line, known) : linked(line, known) + (isEnded(line) ? '<br>' : ' '),
    )
    .join('')

const isOwn = (word: string, { siteUrl }: MailLook): boolean =>
  /^https?:\/\/\S+$/.test(word) && URL.canParse(word) && new URL(word).origin === new URL(siteUrl).origin

/** The text behind a `#` opens something for its reader alone. */
function button(address: string, known: MailLook): string {
  if (!address.includes('#')) return linked(address, known)
  return `<a href="${escapeHtml(address)}" style="${look}">${escapeHtml(known.button)}</a>`
}

function linked(line: string, known: MailLook): string {
  const { contact } = known
  return line
    .split(/( +)/)
    .map((word) => {
      if (word === contact) return `<a href="mailto:${escapeHtml(word)}">${escapeHtml(word)}</a>`
      return isOwn(word, known) ? `<a href="${escapeHtml(word)}">${escapeHtml(word)}</a>` : escapeHtml(word)
    })
    .join('')
}
