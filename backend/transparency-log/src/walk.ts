import { copyFields, copyOut, detached } from '@ultimate/event-store/rebuild/rebuild.ts'
import type { ISql } from 'postgres'
import { canonicalColumns, canonicalEvent } from './canonical-event.ts'
import { growingTree, type Hash, hashBytes, leafHash } from './merkle-tree.ts'

/** Something that is not as it was sealed; `position` where it begins, null where no event is to blame. */
export interface Finding {
  readonly position: number | null
  readonly what: string
}

/** The result of reading the whole log. */
export interface Walk {
  /** The findings in the log's order. */
  readonly findings: readonly Finding[]
  /** The positions of all events. */
  readonly positions: readonly number[]
  /** The number of events that have a leaf of their own. */
  readonly leaves: number
  /** The roots by the number of events. */
  readonly roots: ReadonlyMap<number, Hash>
}

/** Reports how many events have been read, and how many there are. */
export type OnRead = (events: number, total: number) => void

/** The number of events that are read between two reports. */
const reportEvery = 2_000

/**
 * Goes through events and leaves side by side; `sizes` are those at which the root is asked for. `tx` sees one snapshot.
 * Of each event it holds a position, a hash and the version of its stream, and no text.
 */
export async function walkThrough(tx: ISql, sizes: ReadonlySet<number>, onRead: OnRead = () => {}): Promise<Walk> {
  const [counted] = await tx<{ total: string | number }[]>`select count(*) as total from events`
  const total = Number(counted?.total)
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
    if (positions.length % reportEvery === 0) onRead(positions.length, total)
  }
  return { findings: compare.end(), positions, leaves: leaves.positions.length, roots }
}

/** The sealed leaves, in the tree's order: their positions, and their hashes one after another. */
interface Leaves {
  readonly positions: readonly number[]
  readonly hashes: Buffer
}

async function readLeaves(tx: ISql): Promise<Leaves> {
  const positions: number[] = []
  const [counted] = await tx<{ leaves: string | number }[]>`
    select count(*) as leaves from merkle_hashes where level = 0`
  const hashes = Buffer.alloc(Number(counted?.leaves) * hashBytes)
  const text = `select position, encode(hash, 'hex') from merkle_hashes where level = 0 order by index`
  for await (const line of copied(tx, text)) {
    const [position, hash = ''] = line.split('\t')
    // One of another length is no hash of an event.
    if (hash.length === 2 * hashBytes) hashes.write(hash, positions.length * hashBytes, 'hex')
    positions.push(Number(position))
  }
  return { positions, hashes }
}

async function* copied(tx: ISql, text: string): AsyncGenerator<string> {
  for await (const lines of copyOut(tx, text)) for (const line of String(lines).split('\n')) if (line) yield line
}

/** Compares each event, in the log's order, with the leaf that was sealed for it. */
function comparison({ positions, hashes }: Leaves) {
  const findings: Finding[] = []
  const versions = new Map<string, number>()
  const lastSealed = positions.at(-1) ?? 0
  let next = 0
  const missingUpTo = (position: number) => {
    for (let sealed = positions[next]; sealed !== undefined && sealed < position; sealed = positions[++next])
      findings.push({ position: sealed, what: 'the event that was sealed there is missing' })
  }
  const findProblem = (position: number, hash: Hash, isNext: boolean): string | null => {
    if (positions[next] === position) {
      const start = next++ * hashBytes
      const isSame = hash.compare(hashes, start, start + hashBytes) === 0
      return isSame ? null : 'the event is not the one that was sealed'
    }
    if (position <= lastSealed) return 'the event was put in among others that are sealed'
    return isNext ? null : 'the event does not follow the one before in its stream'
  }
  return {
    event: ([at, name, version]: readonly (string | null)[], hash: Hash) => {
      const position = Number(at)
      const stream = detached(name ?? '')
      missingUpTo(position)
      const isNext = Number(version) === (versions.get(stream) ?? 0) + 1
      versions.set(stream, Number(version))
      const what = findProblem(position, hash, isNext)
      if (what) findings.push({ position, what })
    },
    end: () => {
      missingUpTo(Number.POSITIVE_INFINITY)
      return findings
    },
  }
}
