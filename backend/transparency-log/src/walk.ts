import { copyFields, copyOut } from '@ultimate/event-store/rebuild/rebuild.ts'
import type { ISql } from 'postgres'
import { canonicalColumns, canonicalEvent } from './canonical-event.ts'
import { growingTree, type Hash, leafHash } from './merkle-tree.ts'

/** Something that is not as it was sealed; `position` where it begins, null where no event is to blame. */
export interface Finding {
  readonly position: number | null
  readonly what: string
}

/** The result of reading the whole log. */
export interface Walk {
  /** In the log's order. */
  readonly findings: readonly Finding[]
  /** The positions of all events. */
  readonly positions: readonly number[]
  /** How many of them have a leaf of their own. */
  readonly leaves: number
  /** By the number of events. */
  readonly roots: ReadonlyMap<number, Hash>
}

/** Goes through events and leaves side by side; `sizes` are those at which the root is asked for. `tx` sees one snapshot. */
export async function walkThrough(tx: ISql, sizes: ReadonlySet<number>): Promise<Walk> {
  const leaves = await readLeaves(tx)
  const compare = comparison(leaves)
  const tree = growingTree()
  const roots = new Map<number, Hash>()
  const positions: number[] = []
  const keepRoot = () => {
    if (sizes.has(tree.size)) roots.set(tree.size, tree.root())
  }
  keepRoot()
  for await (const line of copied(tx, `select ${canonicalColumns} from events order by events.position`)) {
    const fields = copyFields(line)
    const hash = leafHash(canonicalEvent(fields))
    compare.event(fields, hash)
    positions.push(Number(fields[0]))
    tree.append(hash)
    keepRoot()
  }
  return { findings: compare.end(), positions, leaves: leaves.length, roots }
}

interface Leaf {
  readonly position: number
  /** In hexadecimal: a text takes less memory than a Buffer. */
  readonly hash: string
}

async function readLeaves(tx: ISql): Promise<Leaf[]> {
  const leaves: Leaf[] = []
  const text = `select position, encode(hash, 'hex') from merkle_hashes where level = 0 order by index`
  for await (const line of copied(tx, text)) {
    const [position, hash = ''] = line.split('\t')
    leaves.push({ position: Number(position), hash })
  }
  return leaves
}

async function* copied(tx: ISql, text: string): AsyncGenerator<string> {
  for await (const lines of copyOut(tx, text)) for (const line of String(lines).split('\n')) if (line) yield line
}

/** Compares each event, in the log's order, with the leaf that was sealed for it. */
function comparison(leaves: readonly Leaf[]) {
  const findings: Finding[] = []
  const versions = new Map<string, number>()
  const lastSealed = leaves.at(-1)?.position ?? 0
  let next = 0
  const missingUpTo = (position: number) => {
    for (let leaf = leaves[next]; leaf && leaf.position < position; leaf = leaves[++next])
      findings.push({ position: leaf.position, what: 'the event that was sealed there is missing' })
  }
  const problemOf = (position: number, hash: Hash, isNext: boolean): string | null => {
    const leaf = leaves[next]
    if (leaf?.position === position) {
      next++
      return leaf.hash === hash.toString('hex') ? null : 'the event is not the one that was sealed'
    }
    if (position <= lastSealed) return 'the event was put in among others that are sealed'
    return isNext ? null : 'the event does not follow the one before in its stream'
  }
  return {
    event: ([at, stream, version]: readonly (string | null)[], hash: Hash) => {
      const position = Number(at)
      missingUpTo(position)
      const isNext = Number(version) === (versions.get(stream ?? '') ?? 0) + 1
      versions.set(stream ?? '', Number(version))
      const what = problemOf(position, hash, isNext)
      if (what) findings.push({ position, what })
    },
    end: () => {
      missingUpTo(Number.POSITIVE_INFINITY)
      return findings
    },
  }
}
