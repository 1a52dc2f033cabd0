import {
  type ComponentType,
  type CSSProperties,
  type HTMLAttributes,
  memo,
  useDeferredValue,
  useEffect,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { areSame, endsChunk, inChunks } from '../../common/chunks.ts'
import { useRestoredHeights } from '../../common/restored-height.ts'
import styles from './lists.module.css'

/** The px of the lowest row. */
const minRowHeight = 80
/** Returns how many rows the window shows at once, at most. */
export const rowsInSight = (): number => Math.ceil(innerHeight / minRowHeight)

/** The number of rows that one step adds: few enough that a tap is still answered at once. */
export const rowsPerStep = 60

/** The number of rows that are to be drawn for a search. */
interface DrawnCount {
  readonly search: string
  readonly count: number
  /** True where the page is printed: paper gets all rows at once. */
  readonly isPrinted?: boolean
}

/**
 * Returns the rows that are drawn so far. When the page opens, and after another search, only the rows in sight are
 * drawn at once. All others follow step by step as deferred values, which the next letter or tap interrupts. They are
 * no transitions, because the search of the next letter is one: React draws transitions in the order in which they
 * began, so the search would wait for the rows. `rowsAbove` are above the list.
 */
export function useDrawnRows<Row extends Keyed>(rows: readonly Row[], search: string, rowsAbove = 0): readonly Row[] {
  const inSight = (): DrawnCount => ({ search, count: Math.max(0, rowsInSight() - rowsAbove) })
  const [lastGoal, setGoal] = useState(inSight)
  const goal = lastGoal.search === search ? lastGoal : inSight()
  if (goal !== lastGoal) setGoal(goal)
  const deferred = useDeferredValue(goal)
  // Neither paper nor another search waits for the deferred count.
  const { count } = goal.isPrinted || deferred.search !== search ? goal : deferred
  // The results of a search may end within a chunk, because each further row would delay them.
  const end = search === '' ? findEndOfChunk(rows, count) : count
  const isComplete = end >= rows.length
  useEffect(() => {
    if (isComplete) return
    const ended = new AbortController()
    const all = { search, count: Number.POSITIVE_INFINITY, isPrinted: true }
    addEventListener('beforeprint', () => flushSync(() => setGoal(all)), { signal: ended.signal })
    setGoal({ search, count: count + rowsPerStep })
    return () => ended.abort()
  }, [isComplete, count, search])
  return isComplete ? rows : rows.slice(0, end)
}

interface Keyed {
  readonly signup: { readonly id: string }
}

/**
 * Returns the end of the chunk that has the row at `count`. No chunk is drawn in part: out of sight, the browser would
 * give it the height that it had with fewer rows.
 */
function findEndOfChunk(rows: readonly Keyed[], count: number): number {
  let end = count
  while (end > 0 && end < rows.length && !endsChunk(rows[end - 1]?.signup.id ?? '')) end++
  return end
}

/** A list of sign-ups in chunks. */
export const splitIntoChunks = <Row extends Keyed>(rows: readonly Row[]) => inChunks(rows, ({ signup }) => signup.id)

interface RowsProps<Row extends Keyed> {
  /** The props of each row, which its sign-up identifies. */
  readonly rows: readonly Row[]
  readonly Row: ComponentType<Row>
  /** Returns true if a row looks the same. Called for every row at every tap. */
  readonly isSame: (one: Row, other: Row) => boolean
}

/**
 * A list of rows in chunks. A chunk whose rows are the same is not rendered again, and a chunk out of sight is neither
 * laid out nor painted. All chunks are one list in the page, for the browser's search, screen readers and paper.
 */
export function Rows<Row extends Keyed>({ rows, Row, isSame }: RowsProps<Row>) {
  const restored = useRestoredHeights()
  // A component in `memo` has no type parameter.
  const Chunk = ChunkOfRows as unknown as ComponentType<ChunkProps<Row>>
  return (
    // biome-ignore lint/a11y/useSemanticElements: the chunks stand between the list and its items
    <div role="list">
      {splitIntoChunks(rows).map((chunk) => (
        <Chunk
          key={chunk.key}
          rows={chunk.rows}
          Row={Row}
          isSame={isSame}
          restoredHeight={restored[nameChunk(chunk.rows)]}
        />
      ))}
    </div>
  )
}

/** Names a chunk by its first row and its length: another number of rows has another height. */
const nameChunk = (rows: readonly Keyed[]) => `${rows[0]?.signup.id} ${rows.length}`

/**
 * Returns the style for the height of a list or chunk: its px when the page was last left, or else the usual height of
 * this many rows. The cast allows custom properties, which the style sheet adds up.
 */
const buildStyle = (rows: number, restoredHeight: number | undefined) =>
  (restoredHeight === undefined
    ? { '--rows': rows, '--px': '0px' }
    : { '--rows': 0, '--px': `${restoredHeight}px` }) as CSSProperties

interface ListSize {
  /** The name of the list among those of the page. */
  readonly name: string
  /** The number of its rows. */
  readonly count: number
  /** The number of rows that are drawn so far. */
  readonly drawn: number
}

type DataAttributes = Readonly<Record<`data-${string}`, string | boolean>>

/**
 * Returns the props of the element around a list. While some of its rows are not drawn yet, it is as high as with all
 * of them, so that nothing below jumps when they are drawn.
 */
export function useRoomForAll({ name, count, drawn }: ListSize): HTMLAttributes<HTMLElement> & DataAttributes {
  const restored = useRestoredHeights()
  const restores = { 'data-restores-height': name }
  if (drawn >= count) return restores
  return { ...restores, className: styles['coming'], style: buildStyle(count, restored[name]), 'data-coming': true }
}

interface ChunkProps<Row extends Keyed> extends RowsProps<Row> {
  /** The height in px when the page was last left; undefined where the page did not have the chunk. */
  readonly restoredHeight: number | undefined
}

const ChunkOfRows = memo(
  function Chunk({ rows, Row, restoredHeight }: ChunkProps<Keyed>) {
    return (
      <ul
        role="none"
        className={styles['chunk']}
        style={buildStyle(rows.length, restoredHeight)}
        data-chunk
        data-restores-height={nameChunk(rows)}
      >
        {rows.map((row) => (
          <Row key={row.signup.id} {...row} />
        ))}
      </ul>
    )
  },
  (one, other) => one.Row === other.Row && areSame(one.rows, other.rows, other.isSame),
)
