import { type Site, storedEvents } from './site.ts'

export interface AuditPage {
  readonly events: readonly unknown[]
  /** Where more is left to be looked at. */
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

/** Microseconds per line of the whole export. */
export async function exportAll(site: Site): Promise<number> {
  const before = await storedEvents(site)
  const began = performance.now()
  const answer = await site.ask('POST', '/api/audit/export')
  if (!answer.ok || !answer.body) throw new Error(`The export was ${answer.status}`)
  const entries = await countEntries(answer.body)
  const ms = performance.now() - began
  // The export is an event itself.
  if (entries <= before || entries > (await storedEvents(site)))
    throw new Error(`The export has ${entries} entries of ${before} events`)
  return (ms * 1000) / entries
}

const closing = /^End of the export: (\d+) entr(?:y|ies)\.,*$/
const maxClosing = 200
const lineFeed = 10

/**
 * How many entries an export has, where none has a line break.
 *
 * @throws Error where it does not end with the line that counts them, or that line has another number
 */
export async function countEntries(body: AsyncIterable<Uint8Array>): Promise<number> {
  let lines = 0
  let end = Buffer.alloc(0)
  for await (const chunk of body) {
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) lines++
    end = Buffer.concat([end, chunk.subarray(-maxClosing)]).subarray(-maxClosing)
  }
  const last = end.toString().trimEnd().split('\r\n').at(-1) ?? ''
  // The head and the closing line are none.
  const entries = lines - 2
  if (Number(closing.exec(last)?.[1]) !== entries)
    throw new Error(`The export ended after ${entries} entries with: ${last}`)
  return entries
}
