import { Socket } from 'node:net'

/**
 * Imported before a backend that runs with `--expose-gc`. For each message `probe` of the parent process, answers with the
 * memory in use after a garbage collection, and with the number of statements sent to the database so far.
 */

/** The answer to the parent process. */
export interface Probed {
  /** Node's heap, and its memory outside of the heap. */
  readonly usedBytes: number
  readonly residentBytes: number
  readonly statements: number
}

let statements = 0
/** The types of messages of PostgreSQL's protocol that run a statement. */
const [execute, query] = [0x45, 0x51]

/** Counts the statements in what was written to a socket: each message has its type, its length and its content. */
function countStatements(bytes: Buffer): void {
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    // The first message of a connection has no type, and begins with a zero of its length.
    if (bytes[at] === 0) return
    if (bytes[at] === execute || bytes[at] === query) statements++
  }
}

const { write } = Socket.prototype
Socket.prototype.write = function (this: Socket, ...written: Parameters<Socket['write']>): boolean {
  if (Buffer.isBuffer(written[0])) countStatements(written[0])
  return write.apply(this, written)
} as Socket['write']

process.on('message', (message) => {
  if (message !== 'probe') return
  for (let round = 0; round < 3; round++) global.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  const probed: Probed = { usedBytes: heapUsed + external, residentBytes: rss, statements }
  process.send?.(probed)
})

// A measurement that was stopped leaves no backend behind.
process.once('disconnect', () => process.exit())
