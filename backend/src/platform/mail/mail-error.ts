interface Failure {
  readonly code?: unknown
  /** nodemailer keeps the system's own code here, such as ECONNREFUSED. */
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
    const known = { code: constant(originalCode) ?? constant(code), command: constant(command) }
    const answer = typeof responseCode === 'number' ? responseCode : null
    super(buildText(known.code, known.command, answer))
    this.code = known.code
    this.command = known.command
    this.responseCode = answer
  }
}

/** Codes and commands are words in capitals (`ECONNREFUSED`, `RCPT TO`); anything else may be text of a mail. */
function constant(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Z][A-Z\d_ -]{0,30}$/.test(value) ? value : null
}

function buildText(code: string | null, command: string | null, responseCode: number | null): string {
  if (responseCode === null) return `The mail was not sent: ${[command, code ?? 'no code'].filter(Boolean).join(' ')}`
  return `The mail was not sent: ${command ?? 'the server'} answered ${responseCode}`
}
