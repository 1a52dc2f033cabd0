import type { KeyObject } from 'node:crypto'
import type { ISql } from 'postgres'
import { decode, loadKeys, openActor, type StoredEvent, subjectsToUnseal } from '../personal-data/event-codec.ts'
import type { Actor, RecordedEvent } from '../recorded-event.ts'
import type { Registry } from '../registry.ts'
import { copyFields, copyOut } from './copy.ts'

/** Events come from the transaction's snapshot, people's keys over a connection that is free meanwhile. */
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
 * The events of these categories in the log's order, without their positions: a rebuild must give what appends gave,
 * and they did not know them. COPY, because parsing ten columns of a million rows one by one took half the time.
 */
export async function* snapshotEvents(source: Source): AsyncGenerator<RecordedEvent[]> {
  const { tx, categories } = source
  // No key of a person is deleted during a rebuild.
  const actors: ActorKeys = new Map()
  const list = categories.map((category) => `'${category.replaceAll("'", "''")}'`).join(', ')
  const text = `select ${columns} from events where category in (${list}) order by position`
  let parsed: Parsed[] = []
  for await (const lines of copyOut(tx, text)) {
    for (const line of String(lines).split('\n')) if (line) parsed.push(parse(line))
    if (parsed.length < batch) continue
    yield await decoded(parsed, source, actors)
    parsed = []
  }
  if (parsed.length > 0) yield await decoded(parsed, source, actors)
}

interface Parsed extends StoredEvent {
  readonly metadata: RecordedEvent['metadata']
}

function parse(line: string): Parsed {
  const fields = copyFields(line)
  const [stream, version, type, schemaVersion, kind, id, name, role, correlationId, causationId] = fields as Columns
  const [edition, at, happenedAt, data] = fields.slice(10) as [string, string, string | null, string]
  const metadata = {
    position: 0,
    stream,
    version: Number(version),
    at: new Date(Number(at)),
    happenedAt: happenedAt === null ? null : new Date(Number(happenedAt)),
    actor: { kind, id, name, role },
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

/** `actors` holds the keys of those who acted, null for one without, so that each is looked up once. */
async function decoded(parsed: Parsed[], { keys, registry }: Source, actors: ActorKeys): Promise<RecordedEvent[]> {
  const whose = parsed.map(({ metadata }) => registry.actors.subjectOf(metadata.actor))
  const unknown = new Set(whose.filter((subject) => subject !== null && !actors.has(subject)) as string[])
  const found = await loadKeys(keys, [...new Set([...subjectsToUnseal(registry, parsed), ...unknown])])
  for (const subject of unknown) actors.set(subject, found.get(subject) ?? null)
  return parsed.map((event, index) => {
    const subject = whose[index] ?? null
    const actor = openActor(event.metadata.actor, subject, (subject && actors.get(subject)) || null)
    return { type: event.type, data: decode(registry, event, found), metadata: { ...event.metadata, actor } }
  })
}

type ActorKeys = Map<string, KeyObject | null>
