import { Socket } from 'node:net'

/**
 * Imported before a backend that runs with `--expose-gc`: answers its parent with the memory that it uses after a
 * collection, and with the statements that it has sent to the database so far.
 */

/** What the parent is sent for each message of it. */
export interface Probed {
  /** Of Node: the heap, and what lies outside of it. */
  readonly usedBytes: number
  readonly residentBytes: number
  readonly statements: number
}

let statements = 0
const [execute, query] = [0x45, 0x51]

/** Counts the messages of PostgreSQL's protocol that run a statement. */
function count(bytes: Buffer): void {
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    // What begins a connection has no type; its length begins with zeros.
    if (bytes[at] === 0) return
    if (bytes[at] === execute || bytes[at] === query) statements++
  }
}

const { write } = Socket.prototype
Socket.prototype.write = function (this: Socket, ...written: Parameters<Socket['write']>): boolean {
  if (Buffer.isBuffer(written[0])) count(written[0])
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
