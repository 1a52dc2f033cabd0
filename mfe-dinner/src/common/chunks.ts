/**
 * The average length: short enough to be looked through at each tap, long enough for a list of hundreds to be a few
 * dozen.
 */
const rowsOfChunk = 8

/** Returns the same for an id at all times, evenly spread: its end is random. */
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
 * Cuts a list after the rows that {@link endsChunk} picks by their id, and not by counting: a row that comes or goes,
 * wherever it stands, changes its own chunk alone. A chunk is known by where it begins, so that the last one grows
 * while rows follow.
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
