/** Codes of postgres.js, of ours and of the operating system: the connection cannot be made, or is lost. */
const connectionCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECTION_LOST',
  'CONNECT_TIMEOUT',
  'EADDRNOTAVAIL',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
])

/** SQLSTATEs of the same: connection trouble (08), too few resources (53), shutting down or starting up (57P). */
const serverAway = /^(08...|53...|57P..)$/

/** A statement or lock that took too long (57014, 55P03), a deadlock (40), a standby (25006): these pass as well. */
const transientCodes = /^(57014|55P03|40...|25006)$/

/** True where the server cannot be reached, or takes no work of any kind. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnreachable)
  const code = codeOf(error)
  // A missing file has the same code as a missing socket.
  if (code === 'ENOENT') return error instanceof Error && 'syscall' in error && error.syscall === 'connect'
  return connectionCodes.has(code) || serverAway.test(code)
}

/** True where the database does not answer, or not in time. */
export function isDatabaseAway(error: unknown): boolean {
  return isUnreachable(error) || transientCodes.test(codeOf(error))
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
