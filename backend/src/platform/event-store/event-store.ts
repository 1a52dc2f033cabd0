import type { Sql } from 'postgres'
import type { Clock } from '../clock.ts'
import { catalogueOf, type StoredModule } from './catalogue.ts'
import { commandBus } from './command-bus.ts'
import type { CommandBus } from './commands.ts'
import { personKeys } from './person-keys.ts'
import { proposer } from './propose.ts'

export interface EventStoreOptions {
  readonly sql: Sql
  readonly modules: readonly StoredModule[]
  readonly edition: string
  readonly clock: Clock
}

export interface EventStore {
  readonly commands: CommandBus
  close(): Promise<void>
}

/** On a database that `migrate` has brought up to date. */
export function createEventStore({ sql, modules, edition, clock }: EventStoreOptions): EventStore {
  const catalogue = catalogueOf(modules)
  const keys = personKeys(sql)
  const propose = proposer({ sql, catalogue, keys, clock, edition, appended: () => {} })
  return { commands: commandBus(propose, catalogue), close: async () => {} }
}
