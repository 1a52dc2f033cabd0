/** Codes of postgres.js and of the operating system that say: nobody answers at the database's address. */
const connectionCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
])

/**
 * SQLSTATEs that pass by themselves: connection trouble (08), too few resources (53), shutting down or starting up
 * (57P), a statement or lock that took too long (57014, 55P03), a deadlock (40), a standby (25006).
 */
const passing = /^(08...|53...|57P..|57014|55P03|40...|25006)$/

/** True where the fault is that the database does not answer, or not in time. */
export function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway)
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  // A missing file has the same code as a missing socket.
  if (error.code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return connectionCodes.has(error.code) || passing.test(error.code)
}
