import type { KeyObject } from 'node:crypto'
import type { ISql } from 'postgres'
import {
  decode,
  type Keys,
  loadKeys,
  openActor,
  type StoredEvent,
  subjectsToUnseal,
} from '../personal-data/event-codec.ts'
import type { Actor, RecordedEvent } from '../recorded-event.ts'
import type { Registry } from '../registry.ts'
import { copyFields, copyOut, detached } from './copy.ts'

/** Events come from the transaction's snapshot, people's keys over another connection, while events arrive. */
export interface Source {
  readonly tx: ISql
  readonly keys: ISql
  readonly registry: Registry
  readonly categories: readonly string[]
}

/** Larger batches outlive the garbage collector's young generation, and cost more than they save. */
const batch = 2_000

const columns = `stream, version, type, schema_version, actor_kind, actor_id, actor_name, actor_role, correlation_id,
  causation_id, edition, (extract(epoch from at) * 1000)::bigint, (extract(epoch from happened_at) * 1000)::bigint, data`

/**
 * The events of these categories, stream by stream, without their positions: a rebuild must give what appends gave,
 * and they did not know them. COPY, because parsing ten columns of a million rows one by one took half the time. The
 * keys of a batch are on their way while the batch before it is folded.
 */
export async function* snapshotEvents(source: Source): AsyncGenerator<RecordedEvent[]> {
  const { tx, categories } = source
  // No key of a person is deleted during a rebuild.
  const actors: ActorKeys = new Map()
  const list = categories.map((category) => `'${category.replaceAll("'", "''")}'`).join(', ')
  const text = `select ${columns} from events where category in (${list}) order by stream, version`
  const parse = parser()
  let parsed: Parsed[] = []
  let before: Promise<Batch> | null = null
  for await (const lines of copyOut(tx, text)) {
    for (const line of String(lines).split('\n')) if (line) parsed.push(parse(line))
    if (parsed.length < batch) continue
    const next = withKeys(parsed, source, actors)
    if (before) yield decoded(await before, source, actors)
    before = next
    parsed = []
  }
  if (before) yield decoded(await before, source, actors)
  if (parsed.length > 0) yield decoded(await withKeys(parsed, source, actors), source, actors)
}

interface Parsed extends StoredEvent {
  readonly metadata: RecordedEvent['metadata']
}

/** Rows hold the names of their streams; those of one stream share one. */
function parser(): (line: string) => Parsed {
  let stream = ''
  return (line) => {
    const fields = copyFields(line)
    const [name] = fields as [string]
    if (name !== stream) stream = detached(name)
    return parse(stream, fields)
  }
}

function parse(stream: string, fields: (string | null)[]): Parsed {
  const [, version, type, schemaVersion, kind, id, name, role, correlationId, causationId] = fields as Columns
  const [edition, at, happenedAt, data] = fields.slice(10) as [string, string, string | null, string]
  const actor = { kind, id: id === null ? null : detached(id), name, role }
  const metadata = {
    position: 0,
    stream,
    version: Number(version),
    at: new Date(Number(at)),
    happenedAt: happenedAt === null ? null : new Date(Number(happenedAt)),
    actor,
    correlationId,
    causationId,
    edition,
  }
  return { stream, type, schemaVersion: Number(schemaVersion), data: JSON.parse(data), metadata }
}

type Columns = [
  string,
  string,
  string,
  string,
  Actor['kind'],
  string | null,
  string | null,
  Actor['role'],
  string,
  string,
]

/** The keys of those who acted, null for one without, so that each is looked up once. */
type ActorKeys = Map<string, KeyObject | null>

interface Batch {
  readonly parsed: readonly Parsed[]
  readonly keys: Keys
}

/** Looks the keys up; one that fails is reported where the batch is awaited. */
function withKeys(parsed: readonly Parsed[], { keys, registry }: Source, actors: ActorKeys): Promise<Batch> {
  const subjects = subjectsToUnseal(registry, parsed)
  const unknown = new Set<string>()
  for (const { metadata } of parsed) {
    const subject = registry.actors.subjectOf(metadata.actor)
    if (subject !== null && !actors.has(subject)) unknown.add(subject)
  }
  const found = loadKeys(keys, [...new Set([...subjects, ...unknown])]).then((keys) => {
    for (const subject of unknown) actors.set(subject, keys.get(subject) ?? null)
    return { parsed, keys }
  })
  found.catch(() => {})
  return found
}

function decoded({ parsed, keys }: Batch, { registry }: Source, actors: ActorKeys): RecordedEvent[] {
  return parsed.map((event) => {
    const { metadata } = event
    const subject = registry.actors.subjectOf(metadata.actor)
    const actor = openActor(metadata.actor, subject, (subject && actors.get(subject)) || null)
    const data = decode(registry, event, keys)
    return { type: event.type, data, metadata: actor === metadata.actor ? metadata : { ...metadata, actor } }
  })
}
