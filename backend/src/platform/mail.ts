import { PermanentError, TransientError } from '@ultimate/event-store/automation.ts'

/**
 * The site's knowledge of a mailbox. `staff`: staff entered the address, or did what the mail is about, so that no
 * stranger can cause it. `confirmed`: its owner has opened a link that was mailed there. `unconfirmed`: a visitor typed
 * it into a public form, so a mail to it repeats nothing that was typed there, and few are sent.
 */
export type Mailbox = 'staff' | 'confirmed' | 'unconfirmed'

/** One outgoing message; `id` is stable for the event it is about, so that a retry sends no second one. */
export interface Mail {
  readonly id: string
  readonly to: string
  readonly mailbox: Mailbox
  readonly subject: string
  readonly text: string
  /** The labels of its private links where they are buttons; absent where it has none. */
  readonly button?: string
  /** An iCalendar file (RFC 5545) to take along. */
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
   * Rejects with {@link TransientError} where a later attempt may succeed, with {@link PossiblySent} where that may be
   * a second mail; the cause contains nothing of the mail, and no address. Rejects with {@link PermanentError} where
   * the server refuses the message for good, such as one to a mailbox that does not exist: the event that it is about
   * becomes a dead letter, which the desk shows. A message beyond its mailbox's share of the day is `withheld`, which
   * is final too.
   */
  send(mail: Mail): Promise<'sent' | 'withheld'>
}

/** Ignores that a mail server refused the mail for good, where no one can do anything about it. */
export async function unlessRefused(sending: Promise<unknown>): Promise<void> {
  await sending.catch((cause: unknown) => {
    if (!(cause instanceof PermanentError)) throw cause
  })
}

interface Failure {
  readonly code?: unknown
  /** nodemailer stores the system's own code here, such as ECONNREFUSED. */
  readonly originalCode?: unknown
  readonly command?: unknown
  readonly responseCode?: unknown
}

/**
 * Why a mail did not leave, without the words of the server: mail servers and libraries quote addresses, subjects
 * and sign-in names, and errors are stored and logged. Made of constants of the protocol alone, so it has no `cause`.
 */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly code: string | null
  readonly command: string | null
  readonly responseCode: number | null

  constructor(failure: unknown) {
    const { code, originalCode, command, responseCode } = (failure ?? {}) as Failure
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
