import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createLogger } from '@ultimate/backend/platform/logging.ts'
import { startEmbeddedPostgres } from '@ultimate/embedded-postgres/embedded-postgres.ts'
import { connect } from '@ultimate/event-store/connect.ts'
import { migrate } from '@ultimate/event-store/migrate.ts'
import type { Sql } from 'postgres'
import { fill, type LogName, logs } from './logs.ts'
import type { Rebuilt } from './servers/rebuild.ts'
import type { Row } from './table.ts'

const maxMemoryMb = 600

/** Measures rebuilds of shorter and longer logs with personal data, in short and in long streams. */
export async function measureRebuild(): Promise<Row[]> {
  return [
    ...(await measure('manyTeams', [100_000, 1_000_000], 100_000)),
    ...(await measure('longSlots', [100_000, 300_000], 50_000)),
  ]
}

const shapeNames: { readonly [Name in LogName]: string } = {
  manyTeams: 'streams of 5',
  longSlots: 'streams of 2,500',
}

async function measure(name: LogName, sizes: readonly number[], aim: number): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ultimate-bench-'))
  const server = await startEmbeddedPostgres({ dataDir, logger: createLogger('silent') })
  const sql = connect(server.url) as Sql
  try {
    await migrate(sql, [logs[name].module])
    const rows: Row[] = []
    let stored = 0
    let firstRate = 0
    for (const size of sizes) {
      await fill(sql, logs[name], stored, size)
      stored = size
      const { rate, peakMb } = await rebuildInProcess(name, server.url)
      firstRate ||= rate
      const what = `rebuild of ${size.toLocaleString('en')} events in ${shapeNames[name]}`
      const against = `${sizes[0]?.toLocaleString('en')} events`
      const fastEnough = `≥ 0.67 and ≥ ${aim.toLocaleString('en')}/s`
      rows.push(
        { what, unit: 'events/s', ours: rate, against, theirs: firstRate, ratio: rate / firstRate, aim: fastEnough },
        {
          what: 'its memory',
          unit: 'MB',
          ours: peakMb,
          against: 'aim',
          theirs: maxMemoryMb,
          ratio: peakMb / maxMemoryMb,
          aim: '≤ 1',
        },
      )
    }
    return [...rows, await sizeOnDisk(sql, stored, shapeNames[name])]
  } finally {
    await sql.end({ timeout: 5 })
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Rebuilds in a process of its own, so that its memory is that of the rebuild alone. */
async function rebuildInProcess(name: LogName, url: string): Promise<Rebuilt> {
  const script = resolve(import.meta.dirname, 'servers', 'rebuild.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, name, url])
  return JSON.parse(stdout) as Rebuilt
}

async function sizeOnDisk(sql: Sql, events: number, streams: string): Promise<Row> {
  const [size] = await sql<{ whole: string; heap: string }[]>`
    select pg_total_relation_size('events')::text as whole, pg_relation_size('events')::text as heap`
  const [ours, theirs] = [Number(size?.whole) / events, Number(size?.heap) / events]
  const what = `an event on disk, in ${streams}`
  return { what, unit: 'bytes', ours, against: 'without indexes', theirs, ratio: ours / theirs, aim: 'none' }
}
