import { pino } from 'pino'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

// A process that starts the database of the folder it is given, prints its address, and waits to be killed.
const [dataDir = ''] = process.argv.slice(2)
const { url } = await startEmbeddedPostgres({ dataDir, logger: pino({ level: 'silent' }) })
process.stdout.write(`${url}\n`)
setInterval(() => {}, 60_000)
