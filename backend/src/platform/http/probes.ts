import type { Sql } from 'postgres'
import type { Registry } from 'prom-client'
import { platformReply } from './answer/error-reply.ts'
import { jsonReply, type Reply } from './answer/reply.ts'
import { gateCookie } from './middleware/gate.ts'
import type { HttpContext } from './state.ts'

/** Resolves to what is missing before requests can be answered; null if nothing is. */
export type Readiness = () => Promise<string | null>

interface ProbeParts {
  readonly registry: Registry
  readonly readiness: readonly Readiness[]
  /** Resolves to what operators should know of a site that is ready; null if there is nothing. */
  readonly detail?: Readiness
  readonly isDraining: () => boolean
  /** Returns whether the gate's cookie allows reading `/metrics`; null if `/metrics` has a port of its own. */
  readonly metrics: ((cookie: string | undefined) => boolean) | null
}

/** Answers a question of operators and balancers, outside /api and before the gate. */
export type Probe = (cookie: (name: string) => string | undefined) => Promise<Reply>

/** A check without a result within this time counts as failed. */
const timeoutMs = 1500

export function probes(parts: ProbeParts): ReadonlyMap<string, Probe> {
  const { registry, readiness, detail = async () => null, isDraining, metrics } = parts
  const ready = async (): Promise<Reply> => {
    if (isDraining()) return unready('closing')
    const [detailText, ...results] = await Promise.all([detail, ...readiness].map((check) => withinTime(check())))
    const missing = new Set(results.filter((result) => result !== null))
    if (missing.size > 0) return unready([...missing].join('; '))
    return jsonReply(200, { status: 'ready', ...(detailText && { detail: detailText }) })
  }
  return new Map<string, Probe>([
    ['/healthz', alive],
    ['/readyz', ready],
    [
      '/metrics',
      async (cookie) => {
        if (metrics === null) return platformReply('NOT_FOUND')
        return metrics(cookie(gateCookie)) ? metricsReply(registry) : platformReply('GATE_CLOSED')
      },
    ],
  ])
}

/** Answers the path of a probe. */
export async function answerProbe(ctx: HttpContext, probe: Probe): Promise<void> {
  ctx.state.kind = 'probe'
  ctx.state.reply =
    ctx.method === 'GET' || ctx.method === 'HEAD'
      ? await probe((name) => ctx.cookies.get(name))
      : platformReply('METHOD_NOT_ALLOWED', { allow: 'GET, HEAD' })
}

export const alive = async (): Promise<Reply> => jsonReply(200, { status: 'alive' })

export const unready = (missing: string): Reply =>
  jsonReply(503, { status: 'not ready', missing }, { 'retry-after': '2' })

export async function metricsReply(registry: Registry): Promise<Reply> {
  const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' }
  return { status: 200, headers, body: await registry.metrics() }
}

async function withinTime(check: Promise<string | null>): Promise<string | null> {
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve('the database does not answer in time'), timeoutMs)
  try {
    return await Promise.race([check, late.promise])
  } catch {
    return 'the database does not answer'
  } finally {
    clearTimeout(timer)
  }
}

/** Milliseconds for which all probes share an answer of the database. */
export const databaseChecksMs = 1_000

/** The keys are SQLSTATEs. */
const reasons: Readonly<Record<string, string>> = {
  '53100': "the database's disk is full",
  '53400': "the database's disk is full",
  '25006': 'the database takes no writes',
}

/**
 * Returns a check that the database takes a write: it has room for new data, and a change reaches its disk (see
 * `write_probe` in schema.ts).
 */
export function checkDatabaseWrites(sql: Sql): Readiness {
  return shareResult(async () => {
    try {
      await sql`select probe_write()`
      return null
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      return reasons[code] ?? 'the database does not answer'
    }
  }, databaseChecksMs)
}

/**
 * Returns a check that runs once at a time and caches its outcome for a moment, so that many probes cost as much as
 * one.
 */
export function shareResult(check: Readiness, cacheMs: number): Readiness {
  let running: Promise<string | null> | null = null
  let doneAt = Number.NEGATIVE_INFINITY
  return () => {
    if (running && performance.now() - doneAt < cacheMs) return running
    doneAt = Number.POSITIVE_INFINITY
    running = check().finally(() => {
      doneAt = performance.now()
    })
    return running
  }
}
