import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { partNames } from '@ultimate/events/platform/part.ts'
import { modulesOf } from './modules.ts'
import { systemClock } from './platform/clock.ts'
import { readConfiguration } from './platform/configuration/read-configuration.ts'
import { openDatabase } from './platform/database/database.ts'
import { CannotStart } from './platform/errors.ts'
import type { CommandBus } from './platform/event-store/commands.ts'
import { createEventStore } from './platform/event-store/event-store.ts'
import { describeResult, progressLine, type RebuildResult, rebuild } from './platform/event-store/rebuild/rebuild.ts'
import { isMigrated } from './platform/event-store/set-up/set-up.ts'
import { createLogger } from './platform/logging.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { createMetrics } from './platform/metrics.ts'
import type { Module } from './platform/module.ts'
import { recordReplay } from './staff/module.ts'

const help = `npm run replay [-- --apply]

Builds every read model from the events and compares it row by row with the live table, while the site may go on
serving. Ends with 1 when they differ.

  --apply  put freshly built tables in the place of the live ones; gives an older release the database back
  --help   say this`

/** Where a terminal shows it, a line that is written over and over; otherwise one line a second would be noise. */
function progressTo(output: NodeJS.WriteStream) {
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

/** Exit code: 0 when nothing differs or everything was put right, 1 otherwise. */
async function replay(apply: boolean): Promise<number> {
  const configuration = await readConfiguration(process.env, partNames)
  const logger = createLogger('silent')
  const database = await openDatabase(configuration, logger, { applicationName: 'ultimate-replay', join: true })
  const { sql } = database
  let modules: readonly Module[] = []
  const store = createEventStore({ sql, modules: () => modules, edition: configuration.edition, clock: systemClock })
  modules = modulesOf({
    configuration,
    clock: systemClock,
    commands: store.commands,
    sql,
    log: store.log,
    metrics: createMetrics(),
    mailer: createMailer(configuration, () => {}),
    modules: () => modules,
  })
  const progress = progressTo(process.stderr)
  try {
    if (!(await isMigrated(sql)))
      throw new CannotStart('There is nothing to replay: no backend has run on this database yet.')
    const result = await database
      .asOwner((owner) => rebuild({ sql: owner.sql, modules, apply, onProgress: progress.show }))
      .catch(async (error: unknown) => {
        await record(store.commands, null).catch(() => undefined)
        throw error
      })
    progress.end()
    process.stdout.write(describeResult(result))
    await record(store.commands, result).catch(({ message }: Error) =>
      process.stderr.write(`The audit could not be told of this replay: ${message}\n`),
    )
    return result.differences.length > 0 && !apply ? 1 : 0
  } finally {
    progress.end()
    await store.close()
    await database.stop()
  }
}

/** The audit says who ran it, as far as a command line tells. */
const commandLine = { kind: 'system', id: 'npm run replay', name: 'The command line', role: null } as const

function record(commands: CommandBus, result: RebuildResult | null): Promise<void> {
  const id = randomUUID()
  const context = { correlationId: id, causationId: id, now: systemClock.now(), happenedAt: null, idempotency: null }
  return recordReplay(commands, { from: 'command', result }, { actor: commandLine, ...context })
}

/** Null when the arguments are not understood. */
function readArguments(): { readonly apply?: boolean; readonly help?: boolean } | null {
  try {
    return parseArgs({ options: { apply: { type: 'boolean' }, help: { type: 'boolean' } } }).values
  } catch {
    return null
  }
}

async function main(): Promise<number> {
  const options = readArguments()
  if (!options || options.help) {
    process[options ? 'stdout' : 'stderr'].write(`${help}\n`)
    return options ? 0 : 1
  }
  try {
    return await replay(options.apply ?? false)
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

process.exitCode = await main()
