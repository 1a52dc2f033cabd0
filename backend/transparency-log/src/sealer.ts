import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '@ultimate/event-store/clock.ts'
import { newestPosition } from '@ultimate/event-store/read/log.ts'
import type { PollResult } from '@ultimate/event-store/subscribe/subscriptions.ts'
import type { ISql } from 'postgres'
import { canonicalColumns, canonicalEvent } from './canonical-event.ts'
import { type GrowingTree, leafHash } from './merkle-tree.ts'
import { loadTree, type NewHash, storeGrowth } from './stored-tree.ts'
import { type NoteSigner, signHead } from './tree-head.ts'

interface SealerParts {
  readonly sql: ISql
  readonly signer: NoteSigner
  readonly clock: Clock
  /** The pause between two batches, so that a burst of events gets few heads. */
  readonly restMs: number
}

const batch = 2_000

/**
 * Returns a poll that seals one batch: it adds a leaf to the tree for each new event that readers of the log may see, and
 * a signed head. No append waits for it. Every backend seals: the second to reach a batch finds its leaves in the tree, and
 * continues after them (docs/decisions/0013).
 */
export function sealer(parts: SealerParts): (signal: AbortSignal) => Promise<PollResult> {
  const { sql, restMs } = parts
  let known: SealedTree | null = null
  return async (signal) => {
    const sealed = known ?? (await loadTree(sql))
    // After an error the tree is loaded again.
    known = null
    if ((await newestPosition(sql)) <= sealed.position) {
      known = sealed
      return 'idle'
    }
    const rows = await readUnsealed(sql, sealed.position)
    if (rows.length === 0) {
      known = sealed
      return 'pending'
    }
    known = await sealRows(parts, sealed, rows)
    await deleteOldHeads(sql)
    // After a full batch more are waiting: the log is sealed for the first time, or grows fast.
    if (rows.length < batch) await delay(restMs, undefined, { signal }).catch(() => {})
    return 'more'
  }
}

interface SealedTree {
  readonly tree: GrowingTree
  readonly position: number
}

type Row = readonly (string | null)[]

const unsealedText = `select ${canonicalColumns} from events
  where position > $1 and position < event_safe_position() order by events.position limit ${batch}`

function readUnsealed(sql: ISql, position: number): Promise<Row[]> {
  return sql.unsafe(unsealedText, [position], { prepare: true }).values() as unknown as Promise<Row[]>
}

/** Returns the tree with the rows' leaves. Null where another backend has sealed them meanwhile. */
async function sealRows({ sql, signer, clock }: SealerParts, { tree, position }: SealedTree, rows: readonly Row[]) {
  const from = { size: tree.size, position }
  const hashes = rows.flatMap((row) => {
    const eventPosition = Number(row[0])
    const added = tree.append(leafHash(canonicalEvent(row)))
    return added.map((stored): NewHash => ({ ...stored, position: stored.level === 0 ? eventPosition : null }))
  })
  const to = { size: tree.size, position: Number(rows.at(-1)?.[0]) }
  const note = signHead({ size: tree.size, root: tree.root() }, signer)
  const isStored = await storeGrowth(sql, { from, to, hashes, note, at: clock.now() })
  return isStored ? { tree, position: to.position } : null
}

/** Deletes the heads of days before yesterday but the last of each. Heads that left the machine are checked without them. */
async function deleteOldHeads(sql: ISql): Promise<void> {
  await sql`
    delete from tree_heads old where at < date_trunc('day', now() - interval '1 day') and exists (
      select from tree_heads newer where newer.size > old.size and newer.at < date_trunc('day', old.at) + interval '1 day')`
}
