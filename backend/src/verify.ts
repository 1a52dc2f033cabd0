import { readFile } from 'node:fs/promises'
import { describeResult, rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import { openSession } from '@ultimate/event-store/session.ts'
import { checkLog, describeCheck } from '@ultimate/transparency-log/transparency-log.ts'
import { type CommandSite, progressTo, runCommand, withSite } from './command-line.ts'
import { CannotStart } from './platform/errors.ts'
import { logSigner } from './platform/store.ts'

const help = `npm run verify [-- --heads FILE]

Checks that no event was changed, removed or put in since it was sealed, and that every row follows from the events,
while the site may go on serving. Ends with 1 where something is wrong, and names the first wrong event.

  --heads FILE  check against these signed heads as well: checkpoints, one after another, as they left the site.
                May be given several times.
  --help        say this`

/** Returns the exit code: 0 if log, rows and heads agree, 1 otherwise. */
async function verify(files: readonly string[]): Promise<number> {
  const givenHeads = (await Promise.all(files.map(readHeads))).join('\n')
  return withSite('verify', async (site) => {
    const isLogWhole = await verifyLog(site, givenHeads)
    const areRowsRight = await verifyRows(site)
    process.stdout.write(isLogWhole && areRowsRight ? 'Everything holds.\n' : 'Something does not hold: see above.\n')
    return isLogWhole && areRowsRight ? 0 : 1
  })
}

async function readHeads(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new CannotStart(`The heads in ${file} cannot be read: ${cause.message}`, { cause })
  })
  if (text.trim() === '') throw new CannotStart(`There is no head in ${file}.`)
  return text
}

/** Reads the log in one snapshot. Statements of the owner have no time limit. */
async function verifyLog({ configuration, database }: CommandSite, givenHeads: string): Promise<boolean> {
  const { verifierKey } = logSigner(configuration.logKey)
  const started = performance.now()
  const progress = progressTo(process.stderr)
  const onRead = (events: number, total: number) => progress.show({ stage: 'check', events, total })
  const check = await database.asOwner(async (owner) => {
    const session = openSession(owner.sql)
    try {
      return await session.transaction('begin isolation level repeatable read read only', (tx) =>
        checkLog({ tx, verifierKey, brought: givenHeads, onRead }),
      )
    } finally {
      progress.end()
      await session.close()
    }
  })
  process.stdout.write(describeCheck(check, (performance.now() - started) / 1000))
  return check.findings.length === 0
}

/** Compares the rows with the events. Events that the site did not write may make that fail. */
async function verifyRows({ database, modules }: CommandSite): Promise<boolean> {
  const progress = progressTo(process.stderr)
  try {
    const result = await database.asOwner((owner) =>
      rebuild({ sql: owner.sql, modules, apply: false, onProgress: progress.show }),
    )
    progress.end()
    process.stdout.write(describeResult(result, 'npm run replay -- --apply'))
    return result.differences.length === 0
  } catch (error) {
    progress.end()
    process.stdout.write(`The rows cannot be made from the events: ${error instanceof Error ? error.message : error}\n`)
    return false
  }
}

await runCommand({ help, flags: { heads: { type: 'string', multiple: true } } }, ({ heads = [] }) => verify(heads))
