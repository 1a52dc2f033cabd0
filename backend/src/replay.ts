import type { CommandHandler } from '@ultimate/event-store/commands.ts'
import { describeResult, type RebuildResult, rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import { buildContext, progressTo, runCommand, withSite } from './command-line.ts'
import { recordReplay } from './staff/module.ts'

const help = `npm run replay [-- --apply]

Builds every read model from the events and compares it row by row with the live table, while the site may go on
serving. Ends with 1 when they differ.

  --apply  put freshly built tables in the place of the live ones; gives an older release the database back
  --help   say this`

/** Returns the exit code: 0 if nothing differs, or if everything was put right; 1 otherwise. */
const replay = (apply: boolean): Promise<number> =>
  withSite('replay', async ({ database, store, modules }) => {
    const progress = progressTo(process.stderr)
    try {
      const result = await database
        .asOwner((owner) => rebuild({ sql: owner.sql, modules, apply, onProgress: progress.show }))
        .catch(async (error: unknown) => {
          await record(store.commands, null).catch(() => undefined)
          throw error
        })
      progress.end()
      process.stdout.write(describeResult(result, 'npm run replay -- --apply'))
      await record(store.commands, result).catch(({ message }: Error) =>
        process.stderr.write(`The audit could not record this replay: ${message}\n`),
      )
      return result.differences.length > 0 && !apply ? 1 : 0
    } finally {
      progress.end()
    }
  })

const record = (commands: CommandHandler, result: RebuildResult | null): Promise<void> =>
  recordReplay(commands, { from: 'command', result }, buildContext('replay'))

await runCommand({ help, flags: { apply: { type: 'boolean' } } }, ({ apply = false }) => replay(apply))
