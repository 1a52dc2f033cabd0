import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ultimate/embedded-postgres/embedded-postgres.ts'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
    /** Folder of the templates of `test-data-dir.ts`. */
    firstStarts: string
  }
}

/** One PostgreSQL for all integration tests of a run, without the syncs that only a power cut would miss. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ultimate-test-'))
  const server = await startEmbeddedPostgres({
    dataDir,
    logger: pino({ level: 'error' }),
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      // Every test has roles and pools of its own, and each of their connections would be authenticated for long.
      scram_iterations: '1',
    },
  })
  project.provide('databaseUrl', server.url)
  project.provide('firstStarts', join(dataDir, 'first-starts'))
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
