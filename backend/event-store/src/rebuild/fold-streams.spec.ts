import { describe, expect, it } from 'vitest'
import { books, shelves } from '../fixtures/shelf.fixture.ts'
import type { ReadModel, Row } from '../read-model.ts'
import type { RecordedEvent } from '../recorded-event.ts'
import { foldStreams } from './fold-streams.ts'

const buildEvent = (stream: string, version: number, type: string, data: object): RecordedEvent => ({
  type,
  data: { ...data },
  metadata: {
    position: 0,
    stream,
    version,
    at: new Date(0),
    happenedAt: null,
    actor: { kind: 'system', id: null, name: null, role: null },
    correlationId: 'correlation',
    causationId: 'causation',
    edition: '2025',
  },
})

/** A shelf onto which books are put; every other one is taken again. */
function* shelfEvents(stream: string, length: number): Generator<RecordedEvent> {
  yield buildEvent(stream, 1, 'ShelfBuilt', { name: stream, owner: null, material: 'pine' })
  for (let version = 2; version <= length; version++) {
    const book = `Book ${version - (version % 2)}`
    yield buildEvent(stream, version, version % 4 === 3 ? 'BookTaken' : 'BookPut', { book, pages: 1 })
  }
}

/** Folds streams of one length, and counts the rows that are read and those that are in memory at once. */
function work(streams: number, length: number) {
  let evolved = 0
  let held = 0
  let largest = 0
  const counting: ReadModel = {
    ...(books as unknown as ReadModel),
    evolve: (row, event) => {
      evolved++
      const after = (books as unknown as ReadModel).evolve(row, event)
      held += Number(after !== null) - Number(row !== null)
      largest = Math.max(largest, held)
      return after
    },
  }
  const rows: Row[] = []
  const folder = foldStreams([counting], ([fold]) => {
    rows.push(...(fold?.rows.values() ?? []))
    held = 0
  })
  for (let stream = 0; stream < streams; stream++)
    for (const event of shelfEvents(`shelf-${stream}`, length)) folder.add(event)
  folder.end()
  return { perEvent: evolved / (streams * (length - 1)), largest, rows: rows.length }
}

describe('folding stream by stream', () => {
  it('works as little for an event of a long stream as for one of a short one', () => {
    expect(work(2, 2_501).perEvent).toBe(work(1_000, 5).perEvent)
  })

  it('holds the rows of one stream at a time', () => {
    const { largest, rows } = work(50, 101)
    expect(rows).toBeGreaterThanOrEqual(50 * 25)
    expect(largest).toBeLessThanOrEqual(100)
  })

  it('keeps the streams apart, also where an event is about all rows of its stream', () => {
    const folded = new Map<string, string[]>()
    const folder = foldStreams([shelves, books] as unknown as ReadModel[], (folds) => {
      for (const { model, rows } of folds) folded.set(model.table, [...(folded.get(model.table) ?? []), ...rows.keys()])
    })
    const put = (stream: string, version: number) => buildEvent(stream, version, 'BookPut', { book: 'Emma', pages: 1 })
    const built = (stream: string) =>
      buildEvent(stream, 1, 'ShelfBuilt', { name: stream, owner: null, material: 'pine' })
    const burnt = buildEvent('shelf-b', 3, 'ShelfBurnt', {})
    for (const event of [built('shelf-a'), put('shelf-a', 2), built('shelf-b'), put('shelf-b', 2), burnt])
      folder.add(event)
    folder.end()
    expect(Object.fromEntries(folded)).toEqual({ shelves: ['shelf-a'], books: ['shelf-a/Emma'] })
  })
})
