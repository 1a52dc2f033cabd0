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
 * Runs a command on the database of the site, which may be serving. Starts the embedded server unless it runs already.
 * `name` is a verb: messages and the sessions of the database show it.
 *
 * @throws CannotStart if no backend has run on the database yet
 */
export async function withSite<T>(
  name: string,
  work: (site: CommandSite) => Promise<T>,
  prepare?: Prepare,
): Promise<T> {
  const nothingYet = new CannotStart(`There is nothing to ${name}: no backend has run on this database yet.`)
  const { databaseUrl, databaseOwnerUrl, dataDir } = parseSettings(process.env, partNames)
  // Without this check, opening the embedded database would make a new one.
  if (!prepare && !(databaseUrl ?? databaseOwnerUrl) && !(await hasDatabase(dataDir))) throw nothingYet
  const configuration = await readConfiguration(process.env, partNames)
  const database = await openDatabase(configuration, createLogger('silent'), {
    applicationName: `ultimate-${name}`,
    join: true,
  })
  const { sql } = database
  const metrics = createMetrics()
  const { store, editions, platform, makeModules } = assemble({ configuration, sql, clock: systemClock, metrics })
  const modules = makeModules()
  try {
    await prepare?.({ database, modules })
    if (!(await isMigrated(sql))) throw nothingYet
    await editions.open(modules)
    return await work({ configuration, database, store, modules, platform })
  } finally {
    await store.close()
    await database.stop()
  }
}

/** Builds a context by which the audit shows what ran the command: a command line does not know who did. */
export function buildContext(command: string, name = 'The command line'): CommandContext {
  const id = randomUUID()
  const actor = { kind: 'system', id: `npm run ${command}`, name, role: null } as const
  return { actor, correlationId: id, causationId: id, now: systemClock.now(), happenedAt: null, idempotency: null }
}

/** Turns a domain error into the message with which the command ends. */
export function explainRejection(cause: unknown): never {
  if (cause instanceof DomainError) throw new CannotStart(cause.message, { cause })
  throw cause
}

/** Shows the progress in one line that it overwrites, on a terminal only: in a file, each update would be a line. */
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
  /** The flags except `--help`. */
  readonly flags?: Flags
  /** The maximum number of words without a dash; 0 if absent. */
  readonly maxWords?: number
}

type Values<Flags extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: Flags }>>['values']

/**
 * Runs `work` with the arguments of this process, and sets the exit code. For arguments that it does not understand,
 * `work` returns null: then the help is shown. The exit code is 1 for them, and for errors, which a sentence explains.
 */
export async function runCommand<const Flags extends ParseArgsOptionsConfig = Record<never, never>>(
  { help, flags, maxWords = 0 }: Usage<Flags>,
  work: (values: Values<Flags>, words: readonly string[]) => Promise<number> | null,
): Promise<void> {
  try {
    const parsed = readArguments({ ...flags, help: { type: 'boolean' } }, maxWords)
    if (parsed?.values.help) return void process.stdout.write(`${help}\n`)
    const code = parsed && (await work(parsed.values as Values<Flags>, parsed.positionals))
    if (code === null) process.stderr.write(`${help}\n`)
    process.exitCode = code ?? 1
  } catch (error) {
    const reason = isCannotStart(error) ? error.message : describeSystemError(error)
    if (reason === null) throw error
    process.stderr.write(`${reason}\n`)
    process.exitCode = 1
  }
}

/** Parses the arguments; null if they are not understood. */
function readArguments<Flags extends ParseArgsOptionsConfig>(options: Flags, maxWords: number) {
  try {
    const parsed = parseArgs({ options, allowPositionals: maxWords > 0 })
    return parsed.positionals.length > maxWords ? null : parsed
  } catch {
    return null
  }
}
