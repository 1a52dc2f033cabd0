import type { KeyObject } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { encode, sealActor } from '@ultimate/event-store/personal-data/event-codec.ts'
import { personKey } from '@ultimate/event-store/personal-data/seal.ts'
import { categoryOf, createRegistry } from '@ultimate/event-store/registry.ts'
import { maxAppend, raiseBase } from '@ultimate/event-store/tables/schema.ts'
import { allEvents } from '@ultimate/events/all-events.ts'
import type { Sql } from 'postgres'
import { type HistoryOptions, planHistory } from './history.ts'
import { randomFrom } from './random.ts'

/**
 * Writes a long history straight into the tables of a database after its first start, in the form in which the store
 * writes events. The events of the first start move behind the history. Read models and the Merkle tree stay as they are:
 * the next start has to make them again (see data-folder.ts).
 */
export async function fill(sql: Sql, options: HistoryOptions): Promise<void> {
  await sql`update events set position = position + ${(options.events + 1) * maxAppend}`
  const keys = new Map<string, KeyObject>()
  const events = await sql.unsafe('copy events from stdin').writable()
  await pipeline(Readable.from(chunks(eventLines(options, keys))), events)
  const people = await sql.unsafe('copy person_keys from stdin').writable()
  await pipeline(Readable.from(chunks(keyLines(keys))), people)
  await sql.unsafe('update subscriptions set position = (select max(position) from events)')
  await sql.unsafe(raiseBase)
}

function* chunks(lines: Iterable<string>): Generator<string> {
  let chunk = ''
  for (const line of lines) {
    chunk += line
    if (chunk.length < 256 * 1024) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

function* keyLines(keys: ReadonlyMap<string, KeyObject>): Generator<string> {
  for (const [subject, key] of keys) yield `${subject}\t\\\\x${key.export().toString('hex')}\n`
}

const registry = createRegistry([{ name: 'all', events: allEvents, categories: [], readModels: [] }])
/** Null in the text format of `copy`. */
const none = '\\N'
const escapeBackslashes = (text: string): string => (text.includes('\\') ? text.replaceAll('\\', '\\\\') : text)

/** Yields a line for `copy` per event, in the order of the log, which is by time. */
function* eventLines(options: HistoryOptions, keys: Map<string, KeyObject>): Generator<string> {
  const streams = planHistory(options)
  const { uuid } = randomFrom((options.seed ?? 1) + 1)
  const versions = new Uint32Array(streams.length)
  let position = 0
  for (const index of inLogOrder(streams)) {
    const { stream, edition, times, step } = streams[index] as (typeof streams)[number]
    const version = (versions[index] ?? 0) + 1
    versions[index] = version
    const at = times[version - 1] as number
    const { type, data, actor } = step(version, at)
    const { encoded, created } = encode(registry, stream, [{ type, data }], keys)
    for (const [subject, key] of created) keys.set(subject, key)
    const [event] = encoded
    const subject = actor.kind === 'staff' ? `user-${actor.id}/person` : null
    const by = sealActor(actor, subject, subject === null ? null : ensureKey(keys, subject))
    const cause = uuid()
    position += maxAppend
    yield `${position}\t${stream}\t${version}\t${categoryOf(stream)}\t${type}\t${event?.schemaVersion}\t${escapeBackslashes(event?.stored ?? '')}\t${by.kind}\t${by.id ?? none}\t${by.name ?? none}\t${by.role ?? none}\t${cause}\t${cause}\t${edition}\t${new Date(at).toISOString()}\t${none}\n`
  }
}

function ensureKey(keys: Map<string, KeyObject>, subject: string): KeyObject {
  const key = keys.get(subject) ?? personKey()
  keys.set(subject, key)
  return key
}

/** Returns the index of each event's stream, in the order of the log. */
function inLogOrder(streams: readonly { readonly times: readonly number[] }[]): Uint32Array {
  const count = streams.reduce((sum, { times }) => sum + times.length, 0)
  const owners = new Uint32Array(count)
  const times = new Float64Array(count)
  let next = 0
  for (const [index, stream] of streams.entries())
    for (const at of stream.times) {
      owners[next] = index
      times[next++] = at
    }
  const order = new Uint32Array(count).map((_, index) => index)
  order.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b)
  return order.map((index) => owners[index] ?? 0)
}
