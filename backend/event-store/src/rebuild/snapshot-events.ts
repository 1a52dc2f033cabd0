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

export interface Source {
  /** The events come from the snapshot of this transaction. */
  readonly tx: ISql
  /** Another connection for people's keys, because that of `tx` is busy while events arrive. */
  readonly keyConnection: ISql
  readonly registry: Registry
  readonly categories: readonly string[]
}

/** Larger batches outlive the garbage collector's young generation, and cost more than they save. */
const batch = 2_000

const columns = `stream, version, type, schema_version, actor_kind, actor_id, actor_name, actor_role, correlation_id,
  causation_id, edition, (extract(epoch from at) * 1000)::bigint, (extract(epoch from happened_at) * 1000)::bigint, data`

/**
 * Yields the events of these categories, stream by stream. They have no positions, because an append folds its events
 * before it knows their positions, and a rebuild must give the same rows. Read with COPY, because postgres.js took half of
 * a rebuild's time to parse a million rows column by column. Keys of a batch are read while the one before is folded.
 */
export async function* snapshotEvents(source: Source): AsyncGenerator<RecordedEvent[]> {
  const { tx, categories } = source
  const actorKeys: ActorKeys = new Map()
  const list = categories.map((category) => `'${category.replaceAll("'", "''")}'`).join(', ')
  const text = `select ${columns} from events where category in (${list}) order by stream, version`
  const parse = parser()
  let parsed: Parsed[] = []
  let pending: Promise<Batch> | null = null
  for await (const lines of copyOut(tx, text)) {
    for (const line of String(lines).split('\n')) if (line) parsed.push(parse(line))
    if (parsed.length < batch) continue
    const next = loadBatchKeys(parsed, source, actorKeys)
    if (pending) yield decodeBatch(await pending, source, actorKeys)
    pending = next
    parsed = []
  }
  if (pending) yield decodeBatch(await pending, source, actorKeys)
  if (parsed.length > 0) yield decodeBatch(await loadBatchKeys(parsed, source, actorKeys), source, actorKeys)
}

interface Parsed extends StoredEvent {
  readonly metadata: RecordedEvent['metadata']
}

/** Parses lines in the order of streams. All events of a stream share one copy of its name, because rows may hold it. */
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
  const [, version, type, schemaVersion, kind, id, name, role, correlationId, causationId] = fields as FirstColumns
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

/** The columns from `stream` to `causation_id`. */
type FirstColumns = [
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

/** Keys of actors by subject, null for an actor without a key. Read once, because no key is deleted during a rebuild. */
type ActorKeys = Map<string, KeyObject | null>

interface Batch {
  readonly parsed: readonly Parsed[]
  readonly keys: Keys
}

/** Reads the keys for a batch, and adds those of new actors to `actorKeys`. */
function loadBatchKeys(
  parsed: readonly Parsed[],
  { keyConnection, registry }: Source,
  actorKeys: ActorKeys,
): Promise<Batch> {
  const subjects = subjectsToUnseal(registry, parsed)
  const newActors = new Set<string>()
  for (const { metadata } of parsed) {
    const subject = registry.actors.subjectOf(metadata.actor)
    if (subject !== null && !actorKeys.has(subject)) newActors.add(subject)
  }
  const loading = loadKeys(keyConnection, [...new Set([...subjects, ...newActors])]).then((keys) => {
    for (const subject of newActors) actorKeys.set(subject, keys.get(subject) ?? null)
    return { parsed, keys }
  })
  // A failure is thrown where the batch is awaited, which may be later.
  loading.catch(() => {})
  return loading
}

function decodeBatch({ parsed, keys }: Batch, { registry }: Source, actorKeys: ActorKeys): RecordedEvent[] {
  return parsed.map((event) => {
    const { metadata } = event
    const subject = registry.actors.subjectOf(metadata.actor)
    const actor = openActor(metadata.actor, subject, (subject && actorKeys.get(subject)) || null)
    const data = decode(registry, event, keys)
    return { type: event.type, data, metadata: actor === metadata.actor ? metadata : { ...metadata, actor } }
  })
}
