import type { LogFilter } from '@ultimate/event-store/event-log.ts'
import { type Actor, type RecordedEvent, undoneBy } from '@ultimate/event-store/recorded-event.ts'
import { categoryOf } from '@ultimate/event-store/registry.ts'
import { fold } from '@ultimate/events/language/fold.ts'
import { type Description, plainWords } from '@ultimate/events/language/sentence/sentence.ts'
import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import type { Platform } from '../../../platform/module.ts'
import { describeRefusal, ruleIn } from '../../../platform/undo.ts'
import { describeFacts } from './describe.ts'
import { Histories } from './histories.ts'

const splitWords = (search: string): string[] => fold(search).split(' ').filter(Boolean)

const nameless: Readonly<Record<Actor['kind'], string>> = {
  visitor: 'a visitor',
  system: 'the site',
  staff: '',
}

/** Tests if an entry holds all these (folded) words: in its sentence, in who did it or in what is recorded of it. */
function containing(words: readonly string[]) {
  return ({ type, data, metadata: { actor } }: RecordedEvent, { text, was, subject }: Description): boolean => {
    if (words.length === 0) return true
    const who = actor.name ?? nameless[actor.kind]
    const texts = [who, actor.role ?? '', text, was ?? '', subject, plainWords(type)]
    const folded = fold([...texts, ...textsIn(data)].join('\n'))
    return words.every((word) => folded.includes(word))
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

/** The conditions for entries; those that are absent let everything through. */
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
  /** Each entry's event. */
  readonly recorded: readonly RecordedEvent[]
  /** `before` of the next page; null where this is the last. */
  readonly next: number | null
  /** The time when the oldest event was stored that was looked at. */
  readonly reached?: string
}

interface AuditSource extends Pick<Platform, 'log' | 'modules'> {
  /** Gets each batch of events before it is put into words, which takes as long as what is to be found out meanwhile. */
  readonly onRead?: (events: readonly RecordedEvent[]) => void
}

/**
 * The work that one answer may take, although it is not full: the client asks on. `lookedAt`: events that are put into
 * words. `scanned`: events that the database looks through where no index finds those that are asked for,
 * `perStatement` of them at once, because a statement has to stay below its time limit.
 */
const bounds = { lookedAt: 4_000, scanned: 200_000, perStatement: 20_000 }
export type Bounds = typeof bounds
/**
 * Events per read of a search, a history or an export. What is read lives for as long as that takes to be put into words:
 * of larger batches, half grows so old that memory doubles before it is collected.
 */
const searchBatch = 200

/**
 * The log is its own read model here: nothing is stored a second time. The sentence of an entry is known only once it
 * is put into words, and personal data is encrypted in the log; so a search reads on until the page is full, or until
 * it has looked at so many that the answer should leave. `next` then leads on.
 */
export async function readAudit(
  known: AuditSource,
  question: AuditQuestion,
  histories = new Histories(),
  most: Bounds = bounds,
): Promise<AuditPage> {
  const { hits, ...rest } = await find(known, question, histories, most)
  return { events: await readEntries(known, hits), recorded: hits.map(({ event }) => event), ...rest }
}

async function find(known: AuditSource, question: AuditQuestion, histories: Histories, most: Bounds) {
  const { limit, actor, before } = question
  const alsoActors = actor ? await usersNamed(known.log, actor) : []
  const hits: DescribedEvent[] = []
  let next: number | null = before ?? null
  let reached: string | undefined
  for await (const batch of batches(known, { ...question, alsoActors }, histories, most)) {
    const taken = batch.hits.slice(0, limit - hits.length)
    hits.push(...taken)
    const isCut = taken.length < batch.hits.length
    const last = isCut ? taken.at(-1)?.event.metadata : undefined
    next = isCut ? (last?.position ?? null) : batch.next
    reached = (last?.at ?? batch.reached)?.toISOString() ?? reached
    if (hits.length === limit) break
  }
  return { hits, next, ...(reached !== undefined && { reached }) }
}

/**
 * Batch after batch, newest first, until nothing more is asked for or this answer has looked at enough. Where more than one
 * is likely, the database reads the next one while this one is put into words.
 */
async function* batches(known: AuditSource, question: AuditQuestion, histories: Histories, most: Bounds) {
  const { stream, search } = question
  const limit = stream || search ? Math.max(question.limit, searchBatch) : question.limit
  const read = (before: number | undefined) => {
    const reading = readBatch(known, { ...question, before, limit }, most)
    // It may not be waited for any more.
    reading.catch(() => undefined)
    return reading
  }
  let [lookedAt, scanned] = [0, 0]
  let ahead: Promise<Batch> | null = null
  let { before } = question
  while (lookedAt < most.lookedAt && scanned < most.scanned) {
    const batch: Batch = await (ahead ?? read(before))
    lookedAt += batch.page.length
    scanned += batch.scanned
    ahead = search && batch.next !== null ? read(batch.next) : null
    const { page, next, reached } = batch
    yield { hits: await hitsIn(known, page, question, histories), next, reached }
    if (next === null) return
    before = next
  }
}

/** Each of subject, actor and action has an index in the log's order, and nothing else has. */
function needsScan({ kind, module, from, to, stream, type, actor }: AuditQuestion): boolean {
  return Boolean(kind || module || from || to) || [stream, type, actor].filter(Boolean).length > 1
}

interface Batch {
  readonly page: readonly RecordedEvent[]
  /** The number of events that the database has looked through without finding more of those that are asked for. */
  readonly scanned: number
  /** `before` of the next one; null where this is the last. */
  readonly next: number | null
  /** The time when the oldest event was stored that was looked at or through. */
  readonly reached: Date | undefined
}

async function readBatch({ log, modules, onRead }: AuditSource, question: AuditQuestion, most: Bounds): Promise<Batch> {
  const floor = needsScan(question) ? await log.floor(question.before, most.perStatement) : null
  // One more than asked for, to know whether there is a next page.
  const range = { ...(floor && { after: floor.position - 1 }), newestFirst: true, limit: question.limit + 1 }
  const found = await log.read({ ...buildFilter(question, modules()), ...range })
  const page = found.slice(0, question.limit)
  onRead?.(page)
  const oldest = page.at(-1)?.metadata
  if (found.length > page.length) return { page, scanned: 0, next: oldest?.position ?? null, reached: oldest?.at }
  return { page, scanned: most.perStatement, next: floor?.position ?? null, reached: floor?.at ?? oldest?.at }
}

async function hitsIn(
  { log, modules }: AuditSource,
  page: readonly RecordedEvent[],
  { stream, search = '' }: AuditQuestion,
  histories: Histories,
): Promise<DescribedEvent[]> {
  const descriptions = await describeFacts({ log, modules }, page, { histories, about: stream || undefined })
  const contains = containing(splitWords(search))
  return page.flatMap((event, index) => {
    const description = descriptions[index]
    return description && contains(event, description) ? [{ event, description }] : []
  })
}

type Modules = ReturnType<Platform['modules']>

/** An empty condition, as a cleared field of a form sends it, is none. */
function buildFilter(
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

interface DescribedEvent {
  readonly event: RecordedEvent
  readonly description: Description
}

/** Builds the entries that are shown: most events of a search are not. */
async function readEntries({ log, modules }: AuditSource, hits: readonly DescribedEvent[]): Promise<AuditEntry[]> {
  const known = modules()
  const undone = await readUndone(
    log,
    hits.map(({ event }) => event),
  )
  return hits.map((hit) => buildEntry(hit, { undone, known }))
}

interface EntryFacts {
  readonly undone: ReadonlyMap<number, number>
  readonly known: Modules
}

/** Maps the position of an event to that of the first one which takes it back. */
async function readUndone(
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
/** Events that one undo appends. */
const maxFactsOfUndo = 4

function buildEntry(described: DescribedEvent, { undone, known }: EntryFacts): AuditEntry {
  const { type, data, metadata } = described.event
  const module = findModule(described.event, known)
  // Null of what belongs to all editions.
  const shown = module?.undo?.edition ?? null
  return {
    ...buildLine(described, known),
    ...((data as Record<string, unknown>)['timeTrusted'] === false && { time_trusted: false }),
    data,
    correlation_id: metadata.correlationId,
    undoable: describeRefusal({ type, data }, ruleIn(known)) === null,
    undoes: undoneBy(metadata),
    undone_by: undone.get(metadata.position) ?? null,
    ...(shown !== null && shown !== metadata.edition && { edition: metadata.edition }),
  }
}

const findModule = ({ metadata: { stream } }: RecordedEvent, known: Modules) => {
  const category = categoryOf(stream)
  return known.find(({ categories }) => categories.includes(category))
}

/** The fields of an entry that a file holds: nothing that takes another look at the log. */
export type AuditLine = Pick<
  AuditEntry,
  'position' | 'stream' | 'type' | 'module' | 'at' | 'happened_at' | 'actor' | 'sentence'
>

/**
 * Builds a line with the actor as it is stored: a visitor's id is a digest of the cookie already, and is what the
 * filter by actor finds.
 */
function buildLine({ event, description: { text, was, subject } }: DescribedEvent, known: Modules): AuditLine {
  const { type, metadata } = event
  const { position, stream, at, happenedAt, actor } = metadata
  return {
    position,
    stream,
    type,
    module: findModule(event, known)?.name ?? 'unknown',
    at: at.toISOString(),
    happened_at: happenedAt && happenedAt.getTime() !== at.getTime() ? happenedAt.toISOString() : null,
    actor: actor as AuditEntry['actor'],
    sentence: { text, was: was || null, subject, thing: subject },
  }
}

/** All that is asked for, batch after batch, newest first. */
export async function* allLines(platform: AuditSource, conditions: AuditConditions) {
  const histories = new Histories()
  const modules = platform.modules()
  let before: number | undefined
  do {
    const { hits, next } = await find(platform, { ...conditions, before, limit: searchBatch }, histories, bounds)
    yield hits.map((hit) => buildLine(hit, modules))
    before = next ?? undefined
  } while (before !== undefined)
}

const named = ['UserAdded', 'ProfileChanged'] satisfies UserEvent['type'][]
/** More changes of users than any tournament has ever had. */
const maxNames = 10_000

/** The ids of users who have or had this name. Their names are encrypted in the log, so SQL cannot find them there. */
async function usersNamed(log: AuditSource['log'], name: string): Promise<string[]> {
  const folded = fold(name)
  const events = (await log.read({ types: named, limit: maxNames })) as readonly RecordedEvent<UserEvent>[]
  const streams = events.flatMap(({ type, data, metadata }) =>
    (type === 'UserAdded' || type === 'ProfileChanged') && fold(data.person.fullName) === folded
      ? [metadata.stream]
      : [],
  )
  return [...new Set(streams)].map((stream) => stream.slice('user-'.length))
}
