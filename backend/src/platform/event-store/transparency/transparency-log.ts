import type { ISql } from 'postgres'
import type { SignedHead, TransparencyLog } from '../proofs.ts'
import { canonicalColumns, canonicalEvent } from './canonical-event.ts'
import { inclusionProof } from './merkle-tree.ts'
import { noteSigner } from './signed-note.ts'
import { hashesFrom, readSealed } from './stored-tree.ts'
import { readHead } from './tree-head.ts'

export { checkLog, describeCheck } from './check-log.ts'
export { sealer } from './sealer.ts'
export { noteSigner } from './signed-note.ts'
export { wordsOf } from './tree-head.ts'

/** Enough for the days of many editions. */
const maxHeads = 500

/** `logKey` is the private key, as in the settings. */
export function transparencyLog(sql: ISql, logKey: string): TransparencyLog {
  const { name, verifierKey: key } = noteSigner(logKey)
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
      const [event, sealed] = await Promise.all([readLeaf(sql, position), readSealed(sql)])
      if (!event) return 'unknown'
      const head = await newest()
      if (!head || position > sealed.position) return 'unsealed'
      const [leaf] = await sql<{ index: number | string }[]>`
        select index from merkle_hashes where level = 0 and position = ${position}`
      if (!leaf) return 'unknown'
      const index = Number(leaf.index)
      if (index >= head.size) return 'unsealed'
      const proof = await inclusionProof(hashesFrom(sql), index, head.size)
      return { position, index, size: head.size, leaf: event, proof, head: head.text }
    },
  }
}

async function readLeaf(sql: ISql, position: number): Promise<Buffer | null> {
  const text = `select ${canonicalColumns} from events where position = $1`
  const [row] = await sql.unsafe(text, [position], { prepare: true }).values()
  return row ? canonicalEvent(row as (string | null)[]) : null
}
