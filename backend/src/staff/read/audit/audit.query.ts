import type { LogFilter } from '@ultimate/event-store/event-log.ts'
import { type Actor, type RecordedEvent, undoneBy } from '@ultimate/event-store/recorded-event.ts'
import { categoryOf } from '@ultimate/event-store/registry.ts'
import { fold } from '@ultimate/events/language/fold.ts'
import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import type { Platform } from '../../../platform/module.ts'
import { refusalOf, ruleIn } from '../../../platform/undo/undo.ts'
import { describeFacts, type Histories } from './describe.ts'
import { containsWords, wordsOf } from './search.ts'

/** Which entries are asked for; conditions that are absent let everything through. */
export interface AuditConditions {
  /** Id or name of who did it. */
  readonly actor?: string | undefined
  readonly kind?: Actor['kind'] | undefined
  readonly module?: string | undefined
  readonly type?: string | undefined
  /** The subject whose history is asked for. */
  readonly stream?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Words that an entry contains, in any order. */
  readonly search?: string | undefined
}

export interface AuditQuestion extends AuditConditions {
  /** Position above what is asked for: `next` of the page before. */
  readonly before?: number | undefined
  readonly limit: number
  /** Ids of users who are asked for by their name. */
  readonly alsoActors?: readonly string[]
}

export interface AuditPage {
  readonly events: AuditEntry[]
  /** `before` of the next page; null where this is the last. */
  readonly next: number | null
}

interface AuditSource extends Pick<Platform, 'log' | 'modules'> {
  /** Gets each batch of events before it is put into words, which takes as long as what is to be found out meanwhile. */
  readonly onRead?: (events: readonly RecordedEvent[]) => void
}

/** Entries that are put into words before an answer leaves, although it is not full: the client asks on. */
const maxLookedAt = 2000
/** Events per read of a search or a history, where not every event becomes an entry. */
const searchBatch = 500
/**
 * Events that the database looks through where no index finds those that are asked for: in one statement, which must not
 * take as long as it may, and for one answer.
 */
const scans = { perStatement: 20_000, perAnswer: 200_000 }

/**
 * The log is its own read model here: nothing is stored a second time. What an entry says is known only once it is put
 * into words, and personal data is encrypted in the log; so a search reads on until the page is full, or until it has
 * looked at so many that the answer should leave. `next` then leads on.
 */
export async function readAudit(
  known: AuditSource,
  question: AuditQuestion,
  histories: Histories = new Map(),
  bounds = scans,
): Promise<AuditPage> {
  const { limit, actor, before } = question
  const alsoActors = actor ? await usersNamed(known.log, actor) : []
  const words = wordsOf(question.search ?? '')
  const events: AuditEntry[] = []
  let next: number | null = before ?? null
  for await (const batch of batches(known, { ...question, alsoActors }, histories, bounds)) {
    const matching = batch.entries.filter((entry) => containsWords(entry, words))
    const taken = matching.slice(0, limit - events.length)
    events.push(...taken)
    if (taken.length < matching.length) return { events, next: taken.at(-1)?.position ?? null }
    next = batch.next
    if (events.length === limit) break
  }
  return { events, next }
}

/** Batch after batch, newest first, until nothing more is asked for or this answer has looked at enough. */
async function* batches(known: AuditSource, question: AuditQuestion, histories: Histories, bounds: typeof scans) {
  const { stream, kind, module, from, to, search } = question
  const isScan = Boolean(stream || kind || module || from || to)
  const limit = stream || search ? Math.max(question.limit, searchBatch) : question.limit
  let { before } = question
  let [lookedAt, scanned] = [0, 0]
  while (lookedAt < maxLookedAt && scanned < bounds.perAnswer) {
    const floor = isScan ? await known.log.floor(before, bounds.perStatement) : 0
    const batch = await readBatch(known, { ...question, before, floor, limit }, histories)
    lookedAt += batch.size
    scanned += batch.isLast ? bounds.perStatement : 0
    const end = floor === 0 ? null : floor
    const next = batch.isLast ? end : batch.lowest
    yield { entries: batch.entries, next }
    if (next === null) return
    before = next
  }
}

interface Batch {
  readonly entries: readonly AuditEntry[]
  /** Events that were put into words. */
  readonly size: number
  /** Nothing that is asked for lies below, as far down as was asked. */
  readonly isLast: boolean
  /** The lowest position that was read. */
  readonly lowest: number
}

/** Reads down to the position `floor`. */
async function readBatch(
  { log, modules, onRead }: AuditSource,
  question: AuditQuestion & { floor: number },
  histories: Histories,
): Promise<Batch> {
  const known = modules()
  // One more than asked for, to know whether there is a next page.
  const range = { after: question.floor - 1, newestFirst: true, limit: question.limit + 1 }
  const found = await log.read({ ...filterOf(question, known), ...range })
  const page = found.slice(0, question.limit)
  onRead?.(page)
  const [undone, descriptions] = await Promise.all([
    undoneOf(log, page),
    describeFacts({ log, modules }, page, { histories, about: question.stream || undefined }),
  ])
  return {
    entries: page.flatMap((event, index) => {
      const description = descriptions[index]
      return description ? [entryOf(event, { description, undone, known })] : []
    }),
    size: page.length,
    isLast: found.length === page.length,
    lowest: page.at(-1)?.metadata.position ?? 0,
  }
}

type Modules = ReturnType<Platform['modules']>

/** An empty condition, as a cleared field of a form sends it, is none. */
function filterOf(
  { actor, alsoActors = [], kind, module, type, stream, from, to, before }: AuditQuestion,
  known: Modules,
): LogFilter {
  return {
    ...(actor && { actor, alsoActors }),
    ...(kind && { actorKind: kind }),
    ...(module && { categories: known.find(({ name }) => name === module)?.categories ?? [] }),
    ...(type && { types: [type] }),
    ...(stream && {
      about: stream,
      orTypes: known.flatMap(({ relatedEvents }) => relatedEvents?.[categoryOf(stream)] ?? []),
    }),
    ...(from && { from: new Date(from) }),
    ...(to && { to: new Date(to) }),
    ...(before !== undefined && { before }),
  }
}

type Described = NonNullable<Awaited<ReturnType<typeof describeFacts>>[number]>

interface EntryFacts {
  readonly description: Described
  readonly undone: ReadonlyMap<number, number>
  readonly known: Modules
}

/** By the position of an event, that of the first one which takes it back. */
async function undoneOf(
  log: AuditSource['log'],
  events: readonly RecordedEvent[],
): Promise<ReadonlyMap<number, number>> {
  if (events.length === 0) return new Map()
  const takenBack = await log.read({
    undoing: events.map(({ metadata }) => metadata.position),
    newestFirst: true,
    limit: events.length * maxFactsOfUndo,
  })
  return new Map(takenBack.map(({ metadata }) => [undoneBy(metadata) ?? 0, metadata.position]))
}
/** Facts that one undo appends. */
const maxFactsOfUndo = 4

/** As it is stored: a visitor's id is a digest of the cookie already, and is what the filter by actor finds. */
function entryOf({ type, data, metadata }: RecordedEvent, { description, undone, known }: EntryFacts): AuditEntry {
  const { position, stream, at, happenedAt, actor, correlationId, edition } = metadata
  const category = categoryOf(stream)
  const { text, was, subject } = description
  const module = known.find(({ categories }) => categories.includes(category))
  // Null of what belongs to all editions.
  const shown = module?.undo?.edition ?? null
  return {
    position,
    stream,
    type,
    module: module?.name ?? 'unknown',
    at: at.toISOString(),
    happened_at: happenedAt && happenedAt.getTime() !== at.getTime() ? happenedAt.toISOString() : null,
    ...((data as Record<string, unknown>)['timeTrusted'] === false && { time_trusted: false }),
    actor: actor as AuditEntry['actor'],
    sentence: { text, was: was || null, subject, thing: subject },
    data,
    correlation_id: correlationId,
    undoable: refusalOf({ type, data }, ruleIn(known)) === null,
    undoes: undoneBy(metadata),
    undone_by: undone.get(position) ?? null,
    ...(shown !== null && shown !== edition && { edition }),
  }
}

/** Page after page, newest first. */
export async function* allPages(platform: AuditSource, conditions: AuditConditions) {
  const limit = 2000
  const histories: Histories = new Map()
  let before: number | undefined
  do {
    const page = await readAudit(platform, { ...conditions, before, limit }, histories)
    yield page.events
    before = page.next ?? undefined
  } while (before !== undefined)
}

const named = ['UserAdded', 'ProfileChanged'] satisfies UserEvent['type'][]
/** More changes of users than any tournament has ever had. */
const maxNames = 10_000

/** The ids of users who have or had this name. Their names are encrypted in the log, so SQL cannot find them there. */
async function usersNamed(log: AuditSource['log'], name: string): Promise<string[]> {
  const folded = fold(name)
  const facts = (await log.read({ types: named, limit: maxNames })) as readonly RecordedEvent<UserEvent>[]
  const streams = facts.flatMap(({ type, data, metadata }) =>
    (type === 'UserAdded' || type === 'ProfileChanged') && fold(data.person.fullName) === folded
      ? [metadata.stream]
      : [],
  )
  return [...new Set(streams)].map((stream) => stream.slice('user-'.length))
}
