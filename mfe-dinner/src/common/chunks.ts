/** The average number of rows: few enough to compare at a tap, and a list of hundreds has only some dozen chunks. */
const rowsOfChunk = 8

/** Returns true if a chunk ends with the row of this id: one id in eight, by a hash of the last characters. */
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
 * Cuts a list after the rows that {@link endsChunk} picks. Chunks of a fixed length would all change after a row that
 * comes or goes. The key of a chunk is the id of the row before it, so that an appended row does not change the key of
 * the last chunk.
 */
export function inChunks<Row>(rows: readonly Row[], idOf: (row: Row) => string): readonly Chunk<Row>[] {
  const chunks: Chunk<Row>[] = []
  let key = 'the beginning'
  let open: Row[] = []
  for (const row of rows) {
    open.push(row)
    const id = idOf(row)
    if (!endsChunk(id)) continue
    chunks.push({ key, rows: open })
    key = id
    open = []
  }
  return open.length === 0 ? chunks : [...chunks, { key, rows: open }]
}

/** Returns true if two chunks look the same. */
export function areSame<Row>(
  ones: readonly Row[],
  others: readonly Row[],
  isSame: (one: Row, other: Row) => boolean,
): boolean {
  if (ones.length !== others.length) return false
  for (const [at, one] of ones.entries()) if (!isSame(one, others[at] as Row)) return false
  return true
}
