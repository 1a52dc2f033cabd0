import { createHash } from 'node:crypto'
import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import { categoryOf } from '../../../platform/event-store/catalogue.ts'
import type { LogFilter } from '../../../platform/event-store/log-filter.ts'
import type { Actor, RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import type { Platform } from '../../../platform/module.ts'

export interface AuditQuestion {
  /** Id or name of who did it. */
  readonly actor?: string | undefined
  readonly module?: string | undefined
  readonly type?: string | undefined
  readonly stream?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Position above what is asked for: `next` of the page before. */
  readonly before?: number | undefined
  readonly limit: number
}

export interface AuditPage {
  readonly events: AuditEntry[]
  /** `before` of the next page; null where this is the last. */
  readonly next: number | null
}

/** The log is its own read model here: nothing is kept a second time. */
export async function readAudit(
  { log, modules }: Pick<Platform, 'log' | 'modules'>,
  question: AuditQuestion,
): Promise<AuditPage> {
  const known = modules()
  // One more than asked for tells whether there is a next page.
  const found = await log.read({ ...filterOf(question, known), newestFirst: true, limit: question.limit + 1 })
  const page = found.slice(0, question.limit)
  const more = found.length > page.length
  return {
    events: page.map((event) => entryOf(event, known)),
    next: more ? (page.at(-1)?.metadata.position ?? null) : null,
  }
}

type KnownModules = ReturnType<Platform['modules']>

/** An empty condition, as a cleared field of a form sends it, is none. */
function filterOf({ actor, module, type, stream, from, to, before }: AuditQuestion, known: KnownModules): LogFilter {
  return {
    ...(actor && { actor }),
    ...(module && { categories: known.find(({ name }) => name === module)?.categories ?? [] }),
    ...(type && { types: [type] }),
    ...(stream && { stream }),
    ...(from && { from: new Date(from) }),
    ...(to && { to: new Date(to) }),
    ...(before !== undefined && { before }),
  }
}

function entryOf({ type, data, metadata }: RecordedEvent, known: KnownModules): AuditEntry {
  const { position, stream, at, actor, correlationId } = metadata
  const category = categoryOf(stream)
  return {
    position,
    stream,
    type,
    module: known.find(({ categories }) => categories.includes(category))?.name ?? 'unknown',
    at: at.toISOString(),
    actor: actor.kind === 'visitor' ? withoutCookie(actor) : actor,
    data,
    correlation_id: correlationId,
  }
}

/** A visitor's id is his cookie, and opens what is his: a digest still shows what came from the same one. */
function withoutCookie(visitor: Actor): Actor {
  return { ...visitor, id: visitor.id && createHash('sha256').update(visitor.id).digest('hex').slice(0, 16) }
}
