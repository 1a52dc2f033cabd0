import type { ISql } from 'postgres'
import type { Registry } from '../registry.ts'
import { loadKeys } from './person-keys.ts'
import { isSealed, subjectOf, unseal } from './seal.ts'

/** One person's data in one field of an event. */
interface Holding {
  readonly subject: string
  /** Every text in the field, in the clear. */
  readonly texts: readonly string[]
}

/** The part of the log to read: every event, or those of one subject or several. */
interface LogSelection {
  readonly sql: ISql
  readonly registry: Registry
  /** Those of all subjects when absent. */
  readonly subjects?: readonly string[]
  /** All types with personal data when absent. */
  readonly types?: readonly string[]
}

const batch = 5_000

/** The subjects with a text that matches. Decrypts the log, because rows hold only the newest texts. */
export async function findSubjects(selection: LogSelection, matches: (text: string) => boolean): Promise<string[]> {
  const found = new Set<string>()
  for await (const { subject, texts } of holdings(selection))
    if (!found.has(subject) && texts.some(matches)) found.add(subject)
  return [...found].sort()
}

/** Every text that the log still holds about these subjects. */
export async function textsAbout(sql: ISql, registry: Registry, subjects: readonly string[]): Promise<string[]> {
  const texts = new Set<string>()
  if (subjects.length === 0) return []
  for await (const holding of holdings({ sql, registry, subjects }))
    if (subjects.includes(holding.subject)) for (const text of holding.texts) texts.add(text)
  return [...texts]
}

/** The streams with data that cannot be decrypted: of people who were forgotten, or whose keys are missing. */
export async function unreadableStreams(sql: ISql, registry: Registry): Promise<string[]> {
  const streams = new Set<string>()
  for await (const sealed of sealedFields({ sql, registry })) {
    const keys = await loadKeysFor(sql, sealed)
    for (const { stream, subject } of sealed) if (!keys.has(subject)) streams.add(stream)
  }
  return [...streams].sort()
}

async function* holdings(selection: LogSelection): AsyncGenerator<Holding> {
  for await (const sealed of sealedFields(selection)) {
    const keys = await loadKeysFor(selection.sql, sealed)
    for (const { subject, text } of sealed) {
      const key = keys.get(subject)
      if (key) yield { subject, texts: textsIn(unseal(text, key)) }
    }
  }
}

interface SealedField {
  readonly stream: string
  readonly subject: string
  readonly text: string
}

const loadKeysFor = (sql: ISql, sealed: readonly SealedField[]) =>
  loadKeys(sql, [...new Set(sealed.map(({ subject }) => subject))])

/** Yields the fields in the log's order, many at once. */
async function* sealedFields({ sql, registry, subjects, ...selection }: LogSelection): AsyncGenerator<SealedField[]> {
  const types = selection.types ?? [...registry.events].filter(([, { personal }]) => personal).map(([type]) => type)
  const isAbout = subjects ? sql`and ${holdingSubjects(sql, subjects)}` : sql``
  for (let last = '-1'; ; ) {
    const rows = await sql<{ position: string; type: string; stream: string; data: Record<string, unknown> }[]>`
      select position::text as position, type, stream, data from events
      where position > ${last}::text::bigint
        and type in (select json_array_elements_text(${JSON.stringify(types)}::text::json)) ${isAbout}
      order by events.position limit ${batch}`
    yield rows.flatMap(({ type, stream, data }) =>
      Object.keys(registry.definitionOf(type)?.personal ?? {}).flatMap((field) => {
        const value = data[field]
        return isSealed(value) ? [{ stream, subject: subjectOf(value, stream, field), text: value.$sealed }] : []
      }),
    )
    last = rows.at(-1)?.position ?? last
    if (rows.length < batch) return
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/**
 * The condition of events that may hold data of these subjects. A subject of one stream begins with its name:
 * `team-1/captain`. A subject of several streams stands beside the sealed data: `"of":"…"`. To find that, PostgreSQL reads
 * the whole log.
 */
export function holdingSubjects(sql: ISql, subjects: readonly string[]) {
  const ownStreams = subjects.map((subject) => subject.slice(0, Math.max(0, subject.lastIndexOf('/'))))
  const marks = subjects.map((subject) => JSON.stringify({ of: subject }).slice(1, -1))
  return sql`(
    stream in (select json_array_elements_text(${JSON.stringify(ownStreams)}::text::json))
    or exists (select from json_array_elements_text(${JSON.stringify(marks)}::text::json) as mark
      where position(mark in data::text) > 0))`
}
