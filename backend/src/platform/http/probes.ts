import type { Sql } from 'postgres'
import type { Registry } from 'prom-client'
import { jsonReply, type Reply } from './reply.ts'

export interface ProbeParts {
  readonly sql: Sql
  readonly registry: Registry
  readonly readiness: readonly (() => Promise<string | null>)[]
  readonly isDraining: () => boolean
}

/** What operators and balancers ask, outside /api and before the gate. */
export type Probe = () => Promise<Reply>

/** A database that answers later than this is as good as away. */
const patienceMs = 1500

export function probes({ sql, registry, readiness, isDraining }: ProbeParts): ReadonlyMap<string, Probe> {
  const databaseAnswers = async () => {
    await sql`select 1`
    return null
  }
  const ready = async (): Promise<Reply> => {
    if (isDraining()) return unready('closing')
    for (const check of [databaseAnswers, ...readiness]) {
      const missing = await inTime(check())
      if (missing !== null) return unready(missing)
    }
    return jsonReply(200, { status: 'ready' })
  }
  return new Map([
    ['/healthz', async () => jsonReply(200, { status: 'alive' })],
    ['/readyz', ready],
    [
      '/metrics',
      async () => ({
        status: 200,
        headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
        body: await registry.metrics(),
      }),
    ],
  ])
}

const unready = (missing: string): Reply => jsonReply(503, { status: 'not ready', missing }, { 'retry-after': '2' })

async function inTime(check: Promise<string | null>): Promise<string | null> {
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve('the database does not answer in time'), patienceMs)
  try {
    return await Promise.race([check, late.promise])
  } catch {
    return 'the database does not answer'
  } finally {
    clearTimeout(timer)
  }
}
