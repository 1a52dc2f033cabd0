import type { Description } from '@ultimate/events/language/sentence.ts'
import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import type { LogFilter } from '../../../platform/event-store/event-log.ts'
import type { Actor, RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import { categoryOf } from '../../../platform/event-store/registry.ts'
import type { Platform } from '../../../platform/module.ts'
import { describeFacts, type Histories } from './describe.ts'

/** Which entries are asked for; conditions that are absent let everything through. */
export interface AuditConditions {
  /** Id or name of who did it. */
  readonly actor?: string | undefined
  readonly kind?: Actor['kind'] | undefined
  readonly module?: string | undefined
  readonly type?: string | undefined
  readonly stream?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface AuditQuestion extends AuditConditions {
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
  histories?: Histories,
): Promise<AuditPage> {
  const known = modules()
  // One more than asked for, to know whether there is a next page.
  const found = await log.read({ ...filterOf(question, known), newestFirst: true, limit: question.limit + 1 })
  const page = found.slice(0, question.limit)
  const more = found.length > page.length
  const descriptions = await describeFacts({ log, modules }, page, histories)
  return {
    events: page.map((event, index) => entryOf(event, descriptions[index] as Description, known)),
    next: more ? (page.at(-1)?.metadata.position ?? null) : null,
  }
}

type KnownModules = ReturnType<Platform['modules']>

/** An empty condition, as a cleared field of a form sends it, is none. */
function filterOf(
  { actor, kind, module, type, stream, from, to, before }: AuditQuestion,
  known: KnownModules,
): LogFilter {
  return {
    ...(actor && { actor }),
    ...(kind && { actorKind: kind }),
    ...(module && { categories: known.find(({ name }) => name === module)?.categories ?? [] }),
    ...(type && { types: [type] }),
    ...(stream && { about: stream }),
    ...(from && { from: new Date(from) }),
    ...(to && { to: new Date(to) }),
    ...(before !== undefined && { before }),
  }
}

/** As it is stored: a visitor's id is a digest of the cookie already, and is what the filter by actor finds. */
function entryOf({ type, data, metadata }: RecordedEvent, description: Description, known: KnownModules): AuditEntry {
  const { position, stream, at, actor, correlationId } = metadata
  const category = categoryOf(stream)
  return {
    position,
    stream,
    type,
    module: known.find(({ categories }) => categories.includes(category))?.name ?? 'unknown',
    at: at.toISOString(),
    actor: actor as AuditEntry['actor'],
    sentence: { text: description.text, was: description.was || null, thing: description.subject },
    data,
    correlation_id: correlationId,
  }
}

/** Page after page, newest first. */
export async function* allPages(platform: Pick<Platform, 'log' | 'modules'>, conditions: AuditConditions) {
  const limit = 2000
  const histories: Histories = new Map()
  let before: number | undefined
  do {
    const page = await readAudit(platform, { ...conditions, before, limit }, histories)
    yield page.events
    before = page.next ?? undefined
  } while (before !== undefined)
}
