import { PermanentError, TransientError } from '@ultimate/event-store/automation.ts'

/**
 * What the site knows about a mailbox. `staff`: staff entered the address, or did what the mail is about, so that no
 * stranger can cause it. `confirmed`: its owner has opened a link that was mailed there. `unconfirmed`: a visitor typed
 * it into a public form, so a mail to it repeats nothing of the form, and few mails are sent.
 */
export type Mailbox = 'staff' | 'confirmed' | 'unconfirmed'

/** An outgoing mail. `id` follows from the event that the mail is about, so that a retry sends no second mail. */
export interface Mail {
  readonly id: string
  readonly to: string
  readonly mailbox: Mailbox
  readonly subject: string
  readonly text: string
  /** The label of the buttons for its private links; absent if it has none. */
  readonly button?: string
  /** The text of an iCalendar file (RFC 5545) to attach. */
  readonly calendar?: string
  /** The address where a POST ends mails like this one, for mail programs that offer it (RFC 8058). */
  readonly unsubscribe?: string
}

/** The connection ended after the server had begun to take the mail in: no one knows whether it arrives. */
export class PossiblySent extends TransientError {
  constructor(cause: unknown) {
    super('everything', cause)
  }
}

export interface Mailer {
  /**
   * Resolves to `withheld`, which is final, for a mail beyond its mailbox's share of the day.
   *
   * Rejects with {@link TransientError} if a later try may succeed, and with {@link PossiblySent} if a later try may
   * send a second mail. Their cause contains nothing of the mail, and no address. Rejects with {@link PermanentError}
   * if the server refuses the mail for good, such as one to a mailbox that does not exist. The event that the mail is
   * about then becomes a dead letter, which the desk shows.
   */
  send(mail: Mail): Promise<'sent' | 'withheld'>
}

/** Ignores that a mail server refused the mail for good. For mails to addresses that no one can correct. */
export async function unlessRefused(sending: Promise<unknown>): Promise<void> {
  await sending.catch((cause: unknown) => {
    if (!(cause instanceof PermanentError)) throw cause
  })
}

/** An error of nodemailer. */
interface NodemailerError {
  readonly code?: unknown
  /** nodemailer stores the system's own code here, such as ECONNREFUSED. */
  readonly originalCode?: unknown
  readonly command?: unknown
  readonly responseCode?: unknown
}

/**
 * Why a mail was not sent. Errors are stored and logged, but mail servers and libraries quote addresses, subjects and
 * sign-in names. So this error consists of constants of the protocol alone, and has no `cause`.
 */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly code: string | null
  readonly command: string | null
  readonly responseCode: number | null

  constructor(failure: unknown) {
    const { code, originalCode, command, responseCode } = (failure ?? {}) as NodemailerError
    const constants = { code: readConstant(originalCode) ?? readConstant(code), command: readConstant(command) }
    const answer = typeof responseCode === 'number' ? responseCode : null
    super(buildText(constants.code, constants.command, answer))
    this.code = constants.code
    this.command = constants.command
    this.responseCode = answer
  }
}

/** Codes and commands are words in capitals (`ECONNREFUSED`, `RCPT TO`); anything else may be text of a mail. */
function readConstant(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Z][A-Z\d_ -]{0,30}$/.test(value) ? value : null
}

function buildText(code: string | null, command: string | null, responseCode: number | null): string {
  if (responseCode === null) return `The mail was not sent: ${[command, code ?? 'no code'].filter(Boolean).join(' ')}`
  return `The mail was not sent: ${command ?? 'the server'} answered ${responseCode}`
}
