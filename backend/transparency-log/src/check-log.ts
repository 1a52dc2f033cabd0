import { copyFields, copyOut, detached } from '@ultimate/event-store/rebuild/rebuild.ts'
import type { ISql } from 'postgres'
import { canonicalColumns, canonicalEvent } from './canonical-event.ts'
import { growingTree, type Hash, hashBytes, leafHash } from './merkle-tree.ts'
import { readSealed } from './stored-tree.ts'
import { openHead, splitNotes, type TreeHead, toWords } from './tree-head.ts'

export interface LogCheck {
  /** The findings in the log's order. */
  readonly findings: readonly Finding[]
  readonly events: number
  /** The number of events that are newer than the newest head. */
  readonly unsealed: number
  /** The numbers of heads that match the log: heads of the database, and heads that were brought. */
  readonly heads: { readonly stored: number; readonly brought: number }
  readonly newest: { readonly size: number; readonly words: string } | null
}

export interface CheckOptions {
  /** Sees one snapshot of the database: a transaction that is repeatable read. */
  readonly tx: ISql
  readonly verifierKey: string
  /** Checkpoints that left the machine, one after another. */
  readonly brought?: string
  readonly onRead?: OnRead
}

/**
 * Reads the log as it is, and compares it with its sealed leaves and with all signed heads. The leaves show which event
 * is wrong, but may have been changed together with the log. The proof is the heads that left the machine.
 */
export async function checkLog({ tx, verifierKey, brought = '', onRead }: CheckOptions): Promise<LogCheck> {
  const sealed = await readSealed(tx)
  const notes = await tx<{ note: string }[]>`select note from tree_heads order by size`
  const storedHeads = notes.map(({ note }) => openNamed('a head in the database', note, verifierKey))
  const broughtHeads = splitNotes(brought).map((note, index) =>
    openNamed(`head ${index + 1} of the file`, note, verifierKey),
  )
  const all = [...storedHeads, ...broughtHeads]
  const walk = await walkThrough(tx, new Set(all.flatMap(({ head }) => (head ? [head.size] : []))), onRead)
  const holds = ({ head }: NamedHead) => head !== null && walk.roots.get(head.size)?.equals(head.root) === true
  const holdingSizes = all.filter(holds).map(({ head }) => head?.size ?? 0)
  const failures = all.filter((named) => !holds(named)).map((named) => buildFailure(named, walk, holdingSizes))
  const newest = storedHeads.at(-1)?.head
  const mismatches =
    walk.leaves === sealed.size && sealed.size === (newest?.size ?? 0)
      ? []
      : [
          {
            position: null,
            what: `${sealed.size} events count as sealed, ${walk.leaves} are, and the newest head has ${newest?.size ?? 'none'}`,
          },
        ]
  return {
    findings: [...walk.findings, ...failures, ...mismatches].toSorted(byPosition),
    events: walk.positions.length,
    unsealed: Math.max(0, walk.positions.length - walk.leaves),
    heads: { stored: storedHeads.filter(holds).length, brought: broughtHeads.filter(holds).length },
    newest: newest ? { size: newest.size, words: toWords(newest) } : null,
  }
}

/** A head, or the problem of its note, with a name for findings. */
interface NamedHead {
  readonly name: string
  readonly head: TreeHead | null
  readonly problem: string | null
}

function openNamed(name: string, note: string, verifierKey: string): NamedHead {
  const head = openHead(note, verifierKey)
  return 'problem' in head ? { name, head: null, problem: head.problem } : { name, head, problem: null }
}

/** Two findings without a position are equal, where their difference is not a number. */
const byPosition = (one: Finding, other: Finding): number =>
  (one.position ?? Number.POSITIVE_INFINITY) - (other.position ?? Number.POSITIVE_INFINITY) || 0

/** Finds where a head ceases to hold: at the first wrong event, or after the last smaller head that holds. */
function buildFailure(
  { name, head, problem }: NamedHead,
  { positions, findings }: Walk,
  holdingSizes: readonly number[],
): Finding {
  if (!head) return { position: null, what: `${name} is ${problem}` }
  const label = `${name}, of ${head.size} events, does not hold`
  const first = findings[0]?.position
  if (first != null) return { position: first, what: `${label} from there on` }
  const last = positions.at(-1) ?? 0
  if (head.size > positions.length)
    return {
      position: last + 1,
      what: `${label}: the log ends before, ${head.size - positions.length} events are missing`,
    }
  const proven = Math.max(0, ...holdingSizes.filter((size) => size < head.size))
  return { position: positions[proven] ?? last + 1, what: `${label}: what stands there is not what it was` }
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
/** The number of wrong events that are listed: the first ones show where to look. */
const shownFindings = 20

/** The report of a check: what was read, then the first wrong events, in the log's order. */
export function describeCheck({ findings, events, unsealed, heads, newest }: LogCheck, seconds: number): string {
  const perMinute = (events / Math.max(seconds, 0.001)) * 60
  const late = unsealed === 0 ? '' : `; the last ${whole.format(unsealed)} are newer than the newest head`
  const brought = heads.brought === 0 ? '' : `, and of those that were brought ${whole.format(heads.brought)}`
  const lines = [
    `${whole.format(events)} events read in ${seconds.toFixed(2)} s: ${whole.format(perMinute)} a minute${late}`,
    newest ? `The newest head has ${whole.format(newest.size)} events: ${newest.words}` : 'There is no head yet.',
    `${whole.format(heads.stored)} heads of the database hold${brought}.`,
    ...findings
      .slice(0, shownFindings)
      .map(({ position, what }) => (position === null ? `WRONG: ${what}` : `WRONG at position ${position}: ${what}`)),
    ...(findings.length > shownFindings ? [`… and ${whole.format(findings.length - shownFindings)} more`] : []),
    findings.length === 0 ? 'The log is what was sealed.' : 'The log is not what was sealed.',
  ]
  return `${lines.join('\n')}\n`
}

/** Something that is not as it was sealed. */
interface Finding {
  /** The position where it begins; null where no event is to blame. */
  readonly position: number | null
  readonly what: string
}

/** The result of reading the whole log. */
interface Walk {
  /** The findings in the log's order. */
  readonly findings: readonly Finding[]
  /** The positions of all events. */
  readonly positions: readonly number[]
  /** The number of sealed leaves. */
  readonly leaves: number
  /** The root over the first events, by their number. */
  readonly roots: ReadonlyMap<number, Hash>
}

/** Reports how many events have been read, and how many there are. */
type OnRead = (events: number, total: number) => void

/** The number of events that are read between two reports. */
const reportEvery = 2_000

/**
 * Goes through events and leaves side by side, and computes the roots over the first `sizes` events. `tx` sees one
 * snapshot. Memory holds a position and a hash of each event, and a version of each stream.
 */
async function walkThrough(tx: ISql, sizes: ReadonlySet<number>, onRead: OnRead = () => {}): Promise<Walk> {
  const [counted] = await tx<{ total: string | number }[]>`select count(*) as total from events`
  const total = Number(counted?.total)
  const leaves = await readLeaves(tx)
  const comparer = leafComparer(leaves)
  const tree = growingTree()
  const roots = new Map<number, Hash>()
  const positions: number[] = []
  const recordRoot = () => {
    if (sizes.has(tree.size)) roots.set(tree.size, tree.root())
  }
  recordRoot()
  for await (const line of copyLines(tx, `select ${canonicalColumns} from events order by events.position`)) {
    const fields = copyFields(line)
    const hash = leafHash(canonicalEvent(fields))
    comparer.compare(fields, hash)
    positions.push(Number(fields[0]))
    tree.append(hash)
    recordRoot()
    if (positions.length % reportEvery === 0) onRead(positions.length, total)
  }
  return { findings: comparer.end(), positions, leaves: leaves.positions.length, roots }
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
  for await (const line of copyLines(tx, text)) {
    const [position, hash = ''] = line.split('\t')
    // A hash of another length stays zero here, so that no event matches it.
    if (hash.length === 2 * hashBytes) hashes.write(hash, positions.length * hashBytes, 'hex')
    positions.push(Number(position))
  }
  return { positions, hashes }
}

async function* copyLines(tx: ISql, text: string): AsyncGenerator<string> {
  for await (const lines of copyOut(tx, text)) for (const line of String(lines).split('\n')) if (line) yield line
}

/** Compares each event, in the log's order, with the leaf that was sealed for it. */
function leafComparer({ positions, hashes }: Leaves) {
  const findings: Finding[] = []
  const versions = new Map<string, number>()
  const lastSealed = positions.at(-1) ?? 0
  let nextLeaf = 0
  const reportMissingBefore = (position: number) => {
    for (let sealed = positions[nextLeaf]; sealed !== undefined && sealed < position; sealed = positions[++nextLeaf])
      findings.push({ position: sealed, what: 'the event that was sealed there is missing' })
  }
  const findProblem = (position: number, hash: Hash, followsInStream: boolean): string | null => {
    if (positions[nextLeaf] === position) {
      const start = nextLeaf++ * hashBytes
      const isSame = hash.compare(hashes, start, start + hashBytes) === 0
      return isSame ? null : 'the event is not the one that was sealed'
    }
    if (position <= lastSealed) return 'the event was put in among others that are sealed'
    return followsInStream ? null : 'the event does not follow the one before in its stream'
  }
  return {
    compare: ([at, name, version]: readonly (string | null)[], hash: Hash) => {
      const position = Number(at)
      const stream = detached(name ?? '')
      reportMissingBefore(position)
      const followsInStream = Number(version) === (versions.get(stream) ?? 0) + 1
      versions.set(stream, Number(version))
      const what = findProblem(position, hash, followsInStream)
      if (what) findings.push({ position, what })
    },
    end: () => {
      reportMissingBefore(Number.POSITIVE_INFINITY)
      return findings
    },
  }
}
