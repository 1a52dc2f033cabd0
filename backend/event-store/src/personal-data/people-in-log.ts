import type { ISql } from 'postgres'
import type { Registry } from '../registry.ts'
import { loadKeys } from './person-keys.ts'
import { isSealed, unseal } from './seal.ts'

/** One person's data in one event. */
interface Holding {
  readonly subject: string
  /** Every text of it, in the clear. */
  readonly texts: readonly string[]
}

/** The part of the log to read: every event, or those of one subject or several. */
interface LogSelection {
  readonly sql: ISql
  readonly registry: Registry
  /** All when absent. */
  readonly subjects?: readonly string[]
  /** All with personal data when absent. */
  readonly types?: readonly string[]
}

const batch = 5_000

/**
 * The subjects with a text that matches. Opens every event with personal data: rows know only what is still shown, and
 * the log what ever was.
 */
export async function findSubjects(place: LogSelection, matches: (text: string) => boolean): Promise<string[]> {
  const found = new Set<string>()
  for await (const { subject, texts } of holdings(place))
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

async function* holdings(place: LogSelection): AsyncGenerator<Holding> {
  for await (const sealed of sealedFields(place)) {
    const keys = await loadKeysFor(place.sql, sealed)
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
async function* sealedFields({ sql, registry, subjects, ...place }: LogSelection): AsyncGenerator<SealedField[]> {
  const types = place.types ?? [...registry.events].filter(([, { personal }]) => personal).map(([type]) => type)
  const near = subjects ? sql`and ${holdingSubjects(sql, subjects)}` : sql``
  for (let last = '-1'; ; ) {
    const rows = await sql<{ position: string; type: string; stream: string; data: Record<string, unknown> }[]>`
      select position::text as position, type, stream, data from events
      where position > ${last}::text::bigint
        and type in (select json_array_elements_text(${JSON.stringify(types)}::text::json)) ${near}
      order by events.position limit ${batch}`
    yield rows.flatMap(({ type, stream, data }) =>
      Object.keys(registry.definitionOf(type)?.personal ?? {}).flatMap((field) => {
        const value = data[field]
        return isSealed(value) ? [{ stream, subject: value.of ?? `${stream}/${field}`, text: value.$sealed }] : []
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
 * The events that may hold data of these subjects. One who exists in one stream is named after it; one who exists in
 * several is named where their data is sealed, and looking there reads the whole log.
 */
export function holdingSubjects(sql: ISql, subjects: readonly string[]) {
  const own = subjects.map((subject) => subject.slice(0, Math.max(0, subject.lastIndexOf('/'))))
  const marks = subjects.map((subject) => JSON.stringify({ of: subject }).slice(1, -1))
  return sql`(
    stream in (select json_array_elements_text(${JSON.stringify(own)}::text::json))
    or exists (select from json_array_elements_text(${JSON.stringify(marks)}::text::json) as mark
      where position(mark in data::text) > 0))`
}
