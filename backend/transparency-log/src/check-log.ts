import type { ISql } from 'postgres'
import { readSealed } from './stored-tree.ts'
import { openHead, splitNotes, type TreeHead, toWords } from './tree-head.ts'
import { type Finding, type OnRead, type Walk, walkThrough } from './walk.ts'

export interface LogCheck {
  /** The findings in the log's order. */
  readonly findings: readonly Finding[]
  readonly events: number
  /** The number of events that are newer than the newest head. */
  readonly unsealed: number
  /** The numbers of heads that hold: of the database, and of those that were brought. */
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
 * is wrong, but lie in the same database: what proves something is the heads, above all those that left the machine.
 */
export async function checkLog({ tx, verifierKey, brought = '', onRead }: CheckOptions): Promise<LogCheck> {
  const sealed = await readSealed(tx)
  const notes = await tx<{ note: string }[]>`select note from tree_heads order by size`
  const stored = notes.map(({ note }) => opened('a head in the database', note, verifierKey))
  const given = splitNotes(brought).map((note, index) => opened(`head ${index + 1} of the file`, note, verifierKey))
  const all = [...stored, ...given]
  const walk = await walkThrough(tx, new Set(all.flatMap(({ head }) => (head ? [head.size] : []))), onRead)
  const isHolding = ({ head }: Opened) => head !== null && walk.roots.get(head.size)?.equals(head.root) === true
  const holding = all.filter(isHolding).map(({ head }) => head?.size ?? 0)
  const failed = all.filter((one) => !isHolding(one)).map((one) => buildFailure(one, walk, holding))
  const newest = stored.at(-1)?.head
  const unlike =
    walk.leaves === sealed.size && sealed.size === (newest?.size ?? 0)
      ? []
      : [
          {
            position: null,
            what: `${sealed.size} events count as sealed, ${walk.leaves} are, and the newest head has ${newest?.size ?? 'none'}`,
          },
        ]
  return {
    findings: [...walk.findings, ...failed, ...unlike].toSorted(inOrder),
    events: walk.positions.length,
    unsealed: Math.max(0, walk.positions.length - walk.leaves),
    heads: { stored: stored.filter(isHolding).length, brought: given.filter(isHolding).length },
    newest: newest ? { size: newest.size, words: toWords(newest) } : null,
  }
}

interface Opened {
  readonly name: string
  readonly head: TreeHead | null
  readonly problem: string | null
}

function opened(name: string, note: string, verifierKey: string): Opened {
  const head = openHead(note, verifierKey)
  return 'problem' in head ? { name, head: null, problem: head.problem } : { name, head, problem: null }
}

const inOrder = (one: Finding, other: Finding): number =>
  (one.position ?? Number.POSITIVE_INFINITY) - (other.position ?? Number.POSITIVE_INFINITY) || 0

/** Finds where a head ceases to hold: at a wrong event that is known, else after the last head that holds. */
function buildFailure(
  { name, head, problem }: Opened,
  { positions, findings }: Walk,
  holding: readonly number[],
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
  const known = Math.max(0, ...holding.filter((size) => size < head.size))
  return { position: positions[known] ?? last + 1, what: `${label}: what stands there is not what it was` }
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
