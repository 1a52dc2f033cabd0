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
 * Follows the log as its readers see it, and appends a leaf for each event; each batch ends with a signed head. No
 * append waits for it. Every backend runs one: the second to reach a batch finds its leaves in the tree, and continues
 * after them (docs/decisions/0013).
 */
export function sealer(parts: SealerParts): (signal: AbortSignal) => Promise<PollResult> {
  const { sql, restMs } = parts
  let known: SealedTree | null = null
  return async (signal) => {
    const at = known ?? (await loadTree(sql))
    known = null
    if ((await newestPosition(sql)) <= at.position) {
      known = at
      return 'idle'
    }
    const rows = await readUnsealed(sql, at.position)
    if (rows.length === 0) {
      known = at
      return 'pending'
    }
    known = await sealRows(parts, at, rows)
    await thin(sql)
    // A full batch is one of many: a log that is sealed for the first time, or a flood.
    if (rows.length < batch) await delay(restMs, undefined, { signal }).catch(() => {})
    return 'more'
  }
}

interface SealedTree {
  readonly tree: GrowingTree
  readonly position: number
}

type Row = readonly (string | null)[]

const unsealed = `select ${canonicalColumns} from events
  where position > $1 and position < event_safe_position() order by events.position limit ${batch}`

function readUnsealed(sql: ISql, position: number): Promise<Row[]> {
  return sql.unsafe(unsealed, [position], { prepare: true }).values() as unknown as Promise<Row[]>
}

/** Null where another backend was faster. */
async function sealRows({ sql, signer, clock }: SealerParts, { tree, position }: SealedTree, rows: readonly Row[]) {
  const from = { size: tree.size, position }
  const hashes = rows.flatMap((row) => {
    const event = Number(row[0])
    const stored = tree.append(leafHash(canonicalEvent(row)))
    return stored.map((it): NewHash => ({ ...it, position: it.level === 0 ? event : null }))
  })
  const to = { size: tree.size, position: Number(rows.at(-1)?.[0]) }
  const note = signHead({ size: tree.size, root: tree.root() }, signer)
  const isStored = await storeGrowth(sql, { from, to, hashes, note, at: clock.now() })
  return isStored ? { tree, position: to.position } : null
}

/** Deletes the heads of earlier days but the last of each; heads that left the machine are checked without them. */
async function thin(sql: ISql): Promise<void> {
  await sql`
    delete from tree_heads old where at < date_trunc('day', now() - interval '1 day') and exists (
      select from tree_heads newer where newer.size > old.size and newer.at < date_trunc('day', old.at) + interval '1 day')`
}
