import type { KeyObject } from 'node:crypto'
import type { Event } from '../emmett.ts'
import type { PersonalField, Registry, StoredDefinition } from '../registry.ts'
import type { Keys } from './person-keys.ts'
import { isSealed, personKey, seal, subjectOf, unseal } from './seal.ts'

export { findSubjects, holdingSubjects, textsAbout, unreadableStreams } from './people-in-log.ts'
export { type Keys, loadKeys, type PersonKeys, personKeys } from './person-keys.ts'
export { scrub } from './scrub.ts'
export { openActor, seal, sealActor, unseal } from './seal.ts'

type Data = Record<string, unknown>

/** An event that is about to be stored. */
export interface EncodedEvent {
  readonly type: string
  readonly schemaVersion: number
  /** The data as readers will get it. */
  readonly data: Data
  /** The stored JSON, in which personal data is sealed. */
  readonly stored: string
}

export interface StoredEvent {
  readonly type: string
  readonly schemaVersion: number
  readonly stream: string
  readonly data: unknown
}

const buildSubject = (stream: string, field: string, { subject }: PersonalField, data: Data): string =>
  subject ? subject(data as never, stream) : `${stream}/${field}`

/** An empty field holds nothing about a person, so it is not encrypted. */
const isFilled = (value: unknown): boolean => value != null && value !== ''

/** Checks events against their schemas. Throws for an unknown type or data that breaks its schema: our own error. */
export function validated(registry: Registry, events: readonly Event[]): Event[] {
  return events.map(({ type, data }) => {
    const definition = registry.definitionOf(type)
    if (!definition) throw new Error(`No module declares the event ${type}`)
    return { type, data: JSON.parse(JSON.stringify(definition.data.parse(data))) as Data }
  })
}

/** The subjects whose keys are needed to store these (validated) events. */
export function subjectsToSeal(registry: Registry, stream: string, events: readonly Event[]): string[] {
  const subjects = new Set<string>()
  for (const { type, data } of events)
    for (const [field, personal] of Object.entries(registry.definitionOf(type)?.personal ?? {}))
      if (isFilled(data[field])) subjects.add(buildSubject(stream, field, personal, data))
  return [...subjects]
}

/** Seals the personal fields of events. A subject without a key gets a new one, which is returned in `created`. */
export function encode(registry: Registry, stream: string, events: readonly Event[], keys: Keys) {
  const created = new Map<string, KeyObject>()
  const ensureKey = (subject: string): KeyObject => {
    const key = keys.get(subject) ?? created.get(subject) ?? personKey()
    if (!keys.has(subject)) created.set(subject, key)
    return key
  }
  const encoded = events.map(({ type, data }): EncodedEvent => {
    const { version = 1, personal } = registry.definitionOf(type) ?? {}
    const sealed = personal ? sealFields(stream, data, personal, ensureKey) : data
    return { type, schemaVersion: version, data, stored: JSON.stringify(sealed) }
  })
  return { encoded, created }
}

function sealFields(
  stream: string,
  data: Data,
  personal: NonNullable<StoredDefinition['personal']>,
  ensureKey: (subject: string) => KeyObject,
): Data {
  const sealed = { ...data }
  for (const [field, definition] of Object.entries(personal)) {
    if (!isFilled(data[field])) continue
    const subject = buildSubject(stream, field, definition, data)
    const $sealed = seal(JSON.stringify(data[field]), ensureKey(subject))
    sealed[field] = definition.subject ? { $sealed, of: subject } : { $sealed }
  }
  return sealed
}

/** The subjects whose keys are needed to read these events. */
export function subjectsToUnseal(registry: Registry, events: readonly StoredEvent[]): string[] {
  const subjects = new Set<string>()
  for (const { type, stream, data } of events) {
    const personal = registry.definitionOf(type)?.personal
    if (!personal) continue
    for (const field in personal) {
      const value = (data as Data)[field]
      if (isSealed(value)) subjects.add(subjectOf(value, stream, field))
    }
  }
  return [...subjects]
}

/**
 * Returns the data in its newest version, with personal fields in the clear, or forgotten where the key is gone. Changes
 * the data of `event` itself. A personal field that a later version dropped or renamed keeps its entry under `personal`,
 * so that it can still be read.
 */
export function decode(registry: Registry, event: StoredEvent, keys: Keys): Data {
  return decodeFields(registry, event, keys, (data, field, open) => {
    data[field] = open()
  })
}

/** Decodes as {@link decode} does, but decrypts each personal field when it is looked at. */
export function decodeLazily(registry: Registry, event: StoredEvent, keys: Keys): Data {
  return decodeFields(registry, event, keys, (data, field, open) => {
    const set = (value: unknown) => Object.defineProperty(data, field, { value, writable: true })
    const get = () => {
      const value = open()
      set(value)
      return value
    }
    Object.defineProperty(data, field, { get, set, enumerable: true, configurable: true })
  })
}

function decodeFields(
  registry: Registry,
  event: StoredEvent,
  keys: Keys,
  replace: (data: Data, field: string, open: () => unknown) => void,
): Data {
  const definition = registry.definitionOf(event.type)
  let data = event.data as Data
  if (!definition) return data
  for (const field in definition.personal) {
    const value = data[field]
    if (!isSealed(value)) continue
    const key = keys.get(subjectOf(value, event.stream, field))
    replace(data, field, () => {
      const unsealed = key && unseal(value.$sealed, key)
      return unsealed === undefined ? definition.personal?.[field]?.forgotten : unsealed
    })
  }
  for (let version = event.schemaVersion; version < definition.version; version++)
    data = (definition.upcast?.[version]?.(data as never) ?? data) as Data
  return data
}
