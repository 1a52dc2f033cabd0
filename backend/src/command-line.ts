import { randomUUID } from 'node:crypto'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { CommandContext } from '@ultimate/event-store/commands.ts'
import type { EventStore } from '@ultimate/event-store/event-store.ts'
import { isMigrated } from '@ultimate/event-store/migrate.ts'
import { progressLine } from '@ultimate/event-store/rebuild/rebuild.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { partNames } from '@ultimate/events/platform/part.ts'
import { assemble } from './modules.ts'
import { systemClock } from './platform/clock.ts'
import { type Configuration, parseSettings, readConfiguration } from './platform/configuration/configuration.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { hasDatabase } from './platform/database/unfinished-restore.ts'
import { CannotStart, describeSystemError, isCannotStart } from './platform/errors.ts'
import { createLogger } from './platform/logging.ts'
import { createMetrics } from './platform/metrics.ts'
import type { Module, Platform } from './platform/module.ts'

/** The parts of the site that a command uses. The site may be serving meanwhile. */
export interface CommandSite {
  readonly configuration: Configuration
  readonly database: Database
  readonly store: EventStore
  readonly modules: readonly Module[]
  readonly platform: Platform
}

/** Work before the database is read; for the command that fills it. */
type Prepare = (site: Pick<CommandSite, 'database' | 'modules'>) => Promise<void>

/**
 * Runs a command beside the site: on its server where it runs, else on one that is started for it. `name` is shown
 * among the sessions of the database.
 *
 * @throws CannotStart where no backend has run on the database yet
 */
export async function withSite<T>(
  name: string,
  work: (site: CommandSite) => Promise<T>,
  prepare?: Prepare,
): Promise<T> {
  const nothing = new CannotStart(`There is nothing to ${name}: no backend has run on this database yet.`)
  const { databaseUrl, databaseOwnerUrl, dataDir } = parseSettings(process.env, partNames)
  // Else a look would make a database.
  if (!prepare && !(databaseUrl ?? databaseOwnerUrl) && !(await hasDatabase(dataDir))) throw nothing
  const configuration = await readConfiguration(process.env, partNames)
  const database = await openDatabase(configuration, createLogger('silent'), {
    applicationName: `ultimate-${name}`,
    join: true,
  })
  const { sql } = database
  const metrics = createMetrics()
  const { store, editions, platform, list } = assemble({ configuration, sql, clock: systemClock, metrics })
  const modules = list()
  try {
    await prepare?.({ database, modules })
    if (!(await isMigrated(sql))) throw nothing
    await editions.open(modules)
    return await work({ configuration, database, store, modules, platform })
  } finally {
    await store.close()
    await database.stop()
  }
}

/** Builds a context by which the audit shows who ran the command, as far as a command line knows. */
export function buildContext(command: string, name = 'The command line'): CommandContext {
  const id = randomUUID()
  const actor = { kind: 'system', id: `npm run ${command}`, name, role: null } as const
  return { actor, correlationId: id, causationId: id, now: systemClock.now(), happenedAt: null, idempotency: null }
}

/** Turns the refusal of a decision into the answer of the command. */
export function refused(cause: unknown): never {
  if (cause instanceof DomainError) throw new CannotStart(cause.message, { cause })
  throw cause
}

/** Overwrites one line with the progress, on a terminal alone: elsewhere, one line a second would be noise. */
export function progressTo(output: NodeJS.WriteStream) {
  const started = performance.now()
  return {
    show: (progress: Parameters<typeof progressLine>[0]) => {
      if (output.isTTY) output.write(`\r\x1b[K${progressLine(progress, (performance.now() - started) / 1000)}`)
    },
    end: () => {
      if (output.isTTY) output.write('\r\x1b[K')
    },
  }
}

interface Usage<Flags extends ParseArgsOptionsConfig> {
  readonly help: string
  /** Beside `--help`. */
  readonly flags?: Flags
  /** The number of words that it takes at most; none unless given. */
  readonly words?: number
}

type Values<Flags extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: Flags }>>['values']

/**
 * Runs the program with the arguments of this process, and sets its exit code: 1 with a sentence where it cannot start,
 * and where its arguments are not understood, of which `work` makes null.
 */
export async function runCommand<const Flags extends ParseArgsOptionsConfig = Record<never, never>>(
  { help, flags, words = 0 }: Usage<Flags>,
  work: (values: Values<Flags>, words: readonly string[]) => Promise<number> | null,
): Promise<void> {
  try {
    const given = readArguments({ ...flags, help: { type: 'boolean' } }, words)
    if (given?.values.help) return void process.stdout.write(`${help}\n`)
    const code = given && (await work(given.values as Values<Flags>, given.positionals))
    if (code === null) process.stderr.write(`${help}\n`)
    process.exitCode = code ?? 1
  } catch (error) {
    const reason = isCannotStart(error) ? error.message : describeSystemError(error)
    if (reason === null) throw error
    process.stderr.write(`${reason}\n`)
    process.exitCode = 1
  }
}

/** Null when the arguments are not understood. */
function readArguments<Flags extends ParseArgsOptionsConfig>(options: Flags, maxWords: number) {
  try {
    const given = parseArgs({ options, allowPositionals: maxWords > 0 })
    return given.positionals.length > maxWords ? null : given
  } catch {
    return null
  }
}
