import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createLogger } from '@ultimate/backend/platform/logging.ts'
import { startEmbeddedPostgres } from '@ultimate/embedded-postgres/embedded-postgres.ts'
import { stopWithParent } from '../../scripts/stop-with-parent.ts'
import type { Attack, AttackResult } from './attack.ts'
import { decisions } from './crowds/decisions.ts'
import { mailFlood } from './crowds/mail-flood.ts'
import { registrations } from './crowds/registrations.ts'
import { signIns } from './crowds/sign-ins.ts'
import { venue } from './crowds/venue.ts'
import { backups } from './failures/backups.ts'
import { killedNotices } from './failures/killed-notices.ts'
import { kills } from './failures/kills.ts'
import { demoRace, lag } from './failures/one-server.ts'
import { resets } from './failures/resets.ts'
import { slowMail } from './failures/slow-mail.ts'
import { stops } from './failures/stops.ts'
import { hostile } from './requests/hostile.ts'
import { links } from './requests/links.ts'
import { longTexts } from './requests/long-texts.ts'
import { missed } from './requests/missed.ts'
import { races } from './requests/races.ts'
import { releases } from './requests/releases.ts'
import { repeats } from './requests/repeats.ts'
import { undos } from './requests/undos.ts'

/**
 * `npm run torture [-- NAME …] [--count N] [--seed N]`: every attack in full, or those named. Prints a table and ends
 * with 1 where anything was lost, doubled, leaked, wrong or answered by a server error.
 */
const attacks: readonly Attack[] = [
  backups,
  decisions,
  demoRace,
  hostile,
  killedNotices,
  kills,
  lag,
  links,
  longTexts,
  mailFlood,
  missed,
  races,
  registrations,
  releases,
  repeats,
  resets,
  signIns,
  slowMail,
  stops,
  undos,
  venue,
]

stopWithParent()
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string' }, seed: { type: 'string' } },
})
const unknown = positionals.filter((name) => !attacks.some((attack) => attack.name === name))
if (unknown.length > 0)
  throw new Error(`No such attack: ${unknown}. There are ${attacks.map(({ name }) => name).join(', ')}.`)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const wanted = attacks.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

const dataDir = await mkdtemp(join(tmpdir(), 'torture-database-'))
const server = await startEmbeddedPostgres({
  dataDir,
  logger: createLogger('error'),
  settings: { max_connections: '300' },
})
console.log(`Seed ${seed}`)
const rows: { attack: string; result: AttackResult }[] = []
try {
  for (const { name, fullCount, run } of wanted) {
    console.log(`Running ${name}…`)
    const count = Number(values.count ?? fullCount)
    const result = await run({ databaseUrl: server.url, count, seed })
    rows.push({ attack: name, result })
    // A run that breaks off later shows what is known by then.
    console.log(JSON.stringify(result))
  }
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

console.table(
  Object.fromEntries(
    rows.map(({ attack, result: { serverErrors, note, ...counts } }) => [
      attack,
      { ...counts, '5xx': serverErrors, note: note ?? '' },
    ]),
  ),
)
const harmful = rows.filter(
  ({ result: { lost, doubled, leaked, wrong, serverErrors } }) => lost + doubled + leaked + wrong + serverErrors > 0,
)
process.exitCode = harmful.length === 0 ? 0 : 1
