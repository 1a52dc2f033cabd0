import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ISql } from 'postgres'
import { personKey } from './seal.ts'

export type Keys = ReadonlyMap<string, KeyObject>

/**
 * The keys of people, each under its subject. Cached for a minute at most, and only until a person is
 * forgotten: every read of the log gives the count of forgotten people (see `find`), and every append carries the count
 * that it knows, which PostgreSQL compares.
 */
export interface PersonKeys {
  /** The number of people who had been forgotten when the oldest of the cached keys was found. */
  readonly forgets: number
  /** Subjects without a key are absent from the answer. Where `forgets` has grown, all keys are looked up anew. */
  find(subjects: readonly string[], forgets?: number): Promise<Keys>
  remember(keys: Keys): void
  drop(subject: string): void
  dropAll(): void
  /** Drops everything and looks up how many people have been forgotten. */
  relearn(): Promise<void>
}

export function personKeys(sql: ISql): PersonKeys {
  const cache = new LRUCache<string, KeyObject>({ max: 20_000, ttl: 60_000, ttlResolution: 1_000 })
  let forgets = 0
  // Keys that were being read when keys were dropped are not cached.
  let drops = 0
  const lookUp = async (subjects: readonly string[]): Promise<Keys> => {
    const dropsBefore = drops
    const keys = await loadKeys(sql, subjects)
    if (drops === dropsBefore) for (const [subject, key] of keys) cache.set(subject, key)
    return keys
  }
  const dropAll = () => {
    drops++
    cache.clear()
  }
  return {
    get forgets() {
      return forgets
    },
    find: async (subjects, forgetsNow = forgets) => {
      if (forgetsNow > forgets) {
        dropAll()
        forgets = forgetsNow
      }
      const cached = new Map<string, KeyObject>()
      for (const subject of subjects) {
        const key = cache.get(subject)
        if (key) cached.set(subject, key)
      }
      if (cached.size === subjects.length) return cached
      return new Map([...cached, ...(await lookUp(subjects.filter((subject) => !cached.has(subject))))])
    },
    remember: (keys) => {
      for (const [subject, key] of keys) cache.set(subject, key)
    },
    drop: (subject) => {
      drops++
      cache.delete(subject)
    },
    dropAll,
    relearn: async () => {
      const [log] = await sql<{ forgets: number }[]>`select forgets from event_log`
      dropAll()
      forgets = log?.forgets ?? 0
    },
  }
}

/**
 * Returns the keys of those subjects that have one. Each subject is looked up on its own, through the index. PostgreSQL
 * plans the statement once for each connection: planned while the table was empty, as on the first day or after a
 * restore, a join would read all of the table at each call.
 */
export async function loadKeys(sql: ISql, subjects: readonly string[]): Promise<Map<string, KeyObject>> {
  if (subjects.length === 0) return new Map()
  const rows = await sql<{ subject: string; key: Buffer }[]>`
    select found.subject, found.key
    from json_array_elements_text(${JSON.stringify(subjects)}::text::json) as wanted(subject),
      lateral (select subject, key from person_keys where subject = wanted.subject limit 1) as found`
  return new Map(rows.map(({ subject, key }) => [subject, personKey(key)]))
}
