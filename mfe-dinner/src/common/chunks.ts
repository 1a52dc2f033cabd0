/** The average length of a chunk: a tap compares few rows, and a list of hundreds has a few dozen chunks. */
const rowsOfChunk = 8

/** Returns whether a chunk ends with the row of this id: for one id in eight, by its end, which is random. */
export function endsChunk(id: string): boolean {
  let hash = 0
  for (let at = Math.max(0, id.length - 6); at < id.length; at++) hash = (Math.imul(hash, 31) + id.charCodeAt(at)) | 0
  return (hash >>> 0) % rowsOfChunk === 0
}

export interface Chunk<Row> {
  readonly key: string
  readonly rows: readonly Row[]
}

/**
 * Cuts a list after the rows that {@link endsChunk} picks by their id. Not by counting, because then a row that comes or
 * goes would change all chunks after it. The key of a chunk is the row before it, so that the last chunk stays the same
 * one while rows are appended.
 */
export function inChunks<Row>(rows: readonly Row[], idOf: (row: Row) => string): readonly Chunk<Row>[] {
  const chunks: Chunk<Row>[] = []
  let after = 'the beginning'
  let open: Row[] = []
  for (const row of rows) {
    open.push(row)
    const id = idOf(row)
    if (!endsChunk(id)) continue
    chunks.push({ key: after, rows: open })
    after = id
    open = []
  }
  return open.length === 0 ? chunks : [...chunks, { key: after, rows: open }]
}

/** Returns true if a chunk looks the same. */
export function areSame<Row>(
  ones: readonly Row[],
  others: readonly Row[],
  isSame: (one: Row, other: Row) => boolean,
): boolean {
  if (ones.length !== others.length) return false
  for (const [at, one] of ones.entries()) if (!isSame(one, others[at] as Row)) return false
  return true
}
