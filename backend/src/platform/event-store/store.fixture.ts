import { systemClock } from '../clock.ts'
import { connect } from '../database/connect.ts'
import type { Template } from '../database/fresh-database.ts'
import { reserveTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { createEventStore, type EventStore, type Timing } from './event-store.ts'
import { migrate } from './migrate.ts'
import type { StoredModule } from './registry.ts'
import { shelfModule } from './shelf.fixture.ts'

/** A migrated database of its own, and stores on it as the role that serves; everything is closed with `close`. */
export interface TestStore {
  readonly database: TestDatabase
  readonly store: EventStore
  /** Another process, as far as the database can tell: its own connections and memory. */
  another(connections?: number, timing?: Partial<Timing>): EventStore
  close(): Promise<void>
}

const shelf: readonly StoredModule[] = [shelfModule]
const shelfTemplate: Template = {
  name: 'shelf',
  prepare: ({ sql, serving }) => migrate(sql, shelf, serving.role),
}

export async function testStore(
  modules: readonly StoredModule[] = shelf,
  ownTiming: Partial<Timing> = {},
): Promise<TestStore> {
  const database = reserveTestDatabase()
  if (modules === shelf) await database.create(shelfTemplate)
  else {
    await database.create()
    await migrate(database.sql, modules, database.serving.role)
  }
  const closings: (() => Promise<void>)[] = []
  const another = (connections = 2, timing: Partial<Timing> = {}) => {
    const sql = connect(database.serving.url, { max: connections })
    const store = createEventStore({ sql, modules, edition: '2026', clock: systemClock, timing })
    closings.push(async () => {
      await store.close()
      await sql.end({ timeout: 5 })
    })
    return store
  }
  return {
    database,
    store: another(10, ownTiming),
    another,
    close: async () => {
      await Promise.all(closings.map((close) => close()))
      await database.drop()
    },
  }
}

/** Resolves when the condition holds; the test's own time limit is the only limit. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5))
}
