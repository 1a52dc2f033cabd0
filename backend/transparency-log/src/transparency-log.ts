import type { ISql } from 'postgres'
import { canonicalColumns, canonicalEvent } from './canonical-event.ts'
import { inclusionProof } from './merkle-tree.ts'
import { hashesFrom, readSealed } from './stored-tree.ts'
import { type NoteSigner, readHead } from './tree-head.ts'

export { checkLog, describeCheck } from './check-log.ts'
export { sealer } from './sealer.ts'
export { treeTables } from './stored-tree.ts'
export { type NoteSigner, noteSigner, toWords } from './tree-head.ts'

/** A signed head, as it leaves the machine. */
export interface SignedHead {
  /** The number of events that the head covers. */
  readonly size: number
  /** The root of the Merkle tree of these events. */
  readonly root: Buffer
  /** A checkpoint of C2SP. */
  readonly text: string
  readonly at: Date
}

/** The proof that an event is in the log that a head covers. */
interface Inclusion {
  readonly position: number
  /** Its place among all events, from 0. */
  readonly index: number
  /** The size of the tree. */
  readonly size: number
  /** The event's canonical bytes, as they are now. */
  readonly leaf: Buffer
  /** Siblings from the leaf upwards (RFC 6962). */
  readonly proof: readonly Buffer[]
  readonly head: string
}

/** The Merkle tree over the log, and its signed heads. */
export interface TransparencyLog {
  /** The key that verifies the heads, in C2SP's form. */
  readonly key: string
  /** Newest first: all of today and yesterday, and the last of each day before. */
  heads(): Promise<readonly SignedHead[]>
  newest(): Promise<SignedHead | null>
  /** `unsealed`: the event is not sealed yet, which takes a second or two. `unknown`: no event was sealed there. */
  prove(position: number): Promise<Inclusion | 'unknown' | 'unsealed'>
}

/** Enough for the days of many editions. */
const maxHeads = 500

export function transparencyLog(sql: ISql, { name, verifierKey: key }: NoteSigner): TransparencyLog {
  // Heads signed by a lost key are left out: the present key cannot verify them.
  const read = async (limit: number): Promise<SignedHead[]> => {
    const rows = await sql<{ note: string; at: Date }[]>`
      select note, at from tree_heads where strpos(note, ${`\n— ${name} `}) > 0 order by size desc limit ${limit}`
    return rows.map(({ note, at }) => ({ ...readHead(note), text: note, at }))
  }
  const newest = async () => (await read(1))[0] ?? null
  return {
    key,
    heads: () => read(maxHeads),
    newest,
    prove: async (position) => {
      const [leaf, sealed] = await Promise.all([readLeaf(sql, position), readSealed(sql)])
      if (!leaf) return 'unknown'
      const head = await newest()
      if (!head || position > sealed.position) return 'unsealed'
      const [stored] = await sql<{ index: number | string }[]>`
        select index from merkle_hashes where level = 0 and position = ${position}`
      if (!stored) return 'unknown'
      const index = Number(stored.index)
      if (index >= head.size) return 'unsealed'
      const proof = await inclusionProof(hashesFrom(sql), index, head.size)
      return { position, index, size: head.size, leaf, proof, head: head.text }
    },
  }
}

async function readLeaf(sql: ISql, position: number): Promise<Buffer | null> {
  const text = `select ${canonicalColumns} from events where position = $1`
  const [row] = await sql.unsafe(text, [position], { prepare: true }).values()
  return row ? canonicalEvent(row as (string | null)[]) : null
}
