import { countStoredEvents, type Site } from './site.ts'

export interface AuditPage {
  readonly events: readonly unknown[]
  /** Where the search goes on; null at the end of the log. */
  readonly next: number | null
}

interface Searched {
  readonly seconds: number
  /** Milliseconds of the slowest page. */
  readonly slowest: number
  readonly hits: number
}

/** Follows every page of a search until the end. */
export async function search({ ask }: Site, words: string): Promise<Searched> {
  let [ms, slowest, hits] = [0, 0, 0]
  for (let next: number | null | undefined; next !== null; ) {
    const before = next === undefined ? '' : `&before=${next}`
    const began = performance.now()
    const answer = await ask('GET', `/api/audit?search=${encodeURIComponent(words)}${before}`)
    if (!answer.ok) throw new Error(`A page of a search was ${answer.status} after ${performance.now() - began} ms`)
    const page = (await answer.json()) as AuditPage
    const took = performance.now() - began
    next = page.next
    hits += page.events.length
    ms += took
    slowest = Math.max(slowest, took)
  }
  return { seconds: ms / 1000, slowest, hits }
}

/** Exports the whole audit. Returns the microseconds per line. */
export async function exportAll(site: Site): Promise<number> {
  const before = await countStoredEvents(site)
  const began = performance.now()
  const answer = await site.ask('POST', '/api/audit/export')
  if (!answer.ok || !answer.body) throw new Error(`The export was ${answer.status}`)
  const entries = await countEntries(answer.body)
  const ms = performance.now() - began
  // The export is an event itself.
  if (entries <= before || entries > (await countStoredEvents(site)))
    throw new Error(`The export has ${entries} entries of ${before} events`)
  return (ms * 1000) / entries
}

const closingLine = /^End of the export: (\d+) entr(?:y|ies)\.,*$/
const maxClosingBytes = 200
const lineFeed = 10

/**
 * Returns the number of entries in an export whose entries have no line breaks.
 *
 * @throws Error unless the last line of the export has the same number
 */
export async function countEntries(body: AsyncIterable<Uint8Array>): Promise<number> {
  let lines = 0
  let end = Buffer.alloc(0)
  for await (const chunk of body) {
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) lines++
    end = Buffer.concat([end, chunk.subarray(-maxClosingBytes)]).subarray(-maxClosingBytes)
  }
  const last = end.toString().trimEnd().split('\r\n').at(-1) ?? ''
  // The head and the closing line are no entries.
  const entries = lines - 2
  if (Number(closingLine.exec(last)?.[1]) !== entries)
    throw new Error(`The export ended after ${entries} entries with: ${last}`)
  return entries
}
