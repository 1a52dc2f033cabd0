import type { LogFilter } from '@ultimate/event-store/event-log.ts'
import { type Actor, type RecordedEvent, undoneBy } from '@ultimate/event-store/recorded-event.ts'
import { categoryOf } from '@ultimate/event-store/registry.ts'
import { fold } from '@ultimate/events/language/fold.ts'
import { type Description, plainWords } from '@ultimate/events/language/sentence/sentence.ts'
import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import type { Platform } from '../../../platform/module.ts'
import { hasRule } from '../../../platform/undo.ts'
import { describeEvents } from './describe.ts'
import { Histories } from './histories.ts'

const splitWords = (search: string): string[] => fold(search).split(' ').filter(Boolean)

const namesOfNameless: Readonly<Record<Actor['kind'], string>> = {
  visitor: 'a visitor',
  system: 'the site',
  staff: '',
}

/** Returns how to find entries with all these folded words, be they in the sentence, the actor or the data. */
function prepareSearch(words: readonly string[]) {
  return ({ type, data, metadata: { actor } }: RecordedEvent, { text, was, subject }: Description): boolean => {
    if (words.length === 0) return true
    const who = actor.name ?? namesOfNameless[actor.kind]
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
  /** Only events below this position match: `next` of the page before. */
  readonly before?: number | undefined
  readonly limit: number
  /** Ids of users who have or had the name in `actor`. */
  readonly alsoActors?: readonly string[]
}

export interface AuditPage {
  readonly events: AuditEntry[]
  /** Each entry's event. */
  readonly recorded: readonly RecordedEvent[]
  /** `before` of the next page; null where this is the last. */
  readonly next: number | null
  /** The storing time of the oldest event that was looked at. */
  readonly reached?: string
}

interface AuditSource extends Pick<Platform, 'log' | 'modules'> {
  /** Is called with each batch of events before it is put into words, so that other work can run meanwhile. */
  readonly onRead?: (events: readonly RecordedEvent[]) => void
}

/**
 * The most work for one answer, in events. An answer that reaches a limit is sent although it is not full, and the
 * client asks for the rest. `described`: events that are put into words. `scanned`: events that the database looks
 * through where no index finds the matches, `perStatement` of them at once, because a statement has a time limit.
 */
const bounds = { described: 4_000, scanned: 200_000, perStatement: 20_000 }
export type Bounds = typeof bounds
/**
 * Events per read of a search, a history or an export. They stay in memory until they are put into words. In larger
 * batches, half of them would live so long that memory doubles before they are collected.
 */
const searchBatch = 200

/**
 * Reads a page of the audit. The log is its own read model here: nothing is stored a second time. A search cannot be
 * left to the database, because sentences are made here and personal data is encrypted in the log. So batches are read
 * until the page is full or the answer has taken enough work; `next` leads to the rest.
 */
export async function readAudit(
  source: AuditSource,
  question: AuditQuestion,
  histories = new Histories(),
  limits: Bounds = bounds,
): Promise<AuditPage> {
  const { hits, ...position } = await findHits(source, question, histories, limits)
  return { events: await readEntries(source, hits), recorded: hits.map(({ event }) => event), ...position }
}

async function findHits(source: AuditSource, question: AuditQuestion, histories: Histories, limits: Bounds) {
  const { limit, actor, before } = question
  const alsoActors = actor ? await findUsersNamed(source.log, actor) : []
  const hits: DescribedEvent[] = []
  let next: number | null = before ?? null
  let reached: string | undefined
  for await (const batch of readBatches(source, { ...question, alsoActors }, histories, limits)) {
    const shownHits = batch.hits.slice(0, limit - hits.length)
    hits.push(...shownHits)
    // Where the page ends within the batch, the next page begins below the last hit that is shown.
    const isCut = shownHits.length < batch.hits.length
    const lastShown = isCut ? shownHits.at(-1)?.event.metadata : undefined
    next = isCut ? (lastShown?.position ?? null) : batch.next
    reached = (lastShown?.at ?? batch.reached)?.toISOString() ?? reached
    if (hits.length === limit) break
  }
  return { hits, next, ...(reached !== undefined && { reached }) }
}

/**
 * Reads batch after batch, newest first, until nothing more is asked for or this answer has taken enough work. In a
 * search, the database reads the next batch while this one is put into words.
 */
async function* readBatches(source: AuditSource, question: AuditQuestion, histories: Histories, limits: Bounds) {
  const { stream, search } = question
  const limit = stream || search ? Math.max(question.limit, searchBatch) : question.limit
  const read = (before: number | undefined) => {
    const reading = readBatch(source, { ...question, before, limit }, limits)
    // A batch that was read ahead may never be awaited.
    reading.catch(() => undefined)
    return reading
  }
  let [described, scanned] = [0, 0]
  let nextBatch: Promise<Batch> | null = null
  let { before } = question
  while (described < limits.described && scanned < limits.scanned) {
    const batch: Batch = await (nextBatch ?? read(before))
    described += batch.page.length
    scanned += batch.scanned
    nextBatch = search && batch.next !== null ? read(batch.next) : null
    const { page, next, reached } = batch
    yield { hits: await describeHits(source, page, question, histories), next, reached }
    if (next === null) return
    before = next
  }
}

/** Returns whether no index finds the matches. Subject, actor and action have one each, but one query uses one. */
function needsScan({ kind, module, from, to, stream, type, actor }: AuditQuestion): boolean {
  return Boolean(kind || module || from || to) || [stream, type, actor].filter(Boolean).length > 1
}

interface Batch {
  readonly page: readonly RecordedEvent[]
  /** The number of events that the database has looked through for a batch that is not full. */
  readonly scanned: number
  /** `before` of the next batch; null where this is the last. */
  readonly next: number | null
  /** The storing time of the oldest event that was looked at. */
  readonly reached: Date | undefined
}

async function readBatch(
  { log, modules, onRead }: AuditSource,
  question: AuditQuestion,
  limits: Bounds,
): Promise<Batch> {
  const scanEnd = needsScan(question) ? await log.floor(question.before, limits.perStatement) : null
  // One more than asked for, to know whether there is a next page.
  const range = { ...(scanEnd && { after: scanEnd.position - 1 }), newestFirst: true, limit: question.limit + 1 }
  const events = await log.read({ ...buildFilter(question, modules()), ...range })
  const page = events.slice(0, question.limit)
  onRead?.(page)
  const oldest = page.at(-1)?.metadata
  if (events.length > page.length) return { page, scanned: 0, next: oldest?.position ?? null, reached: oldest?.at }
  return { page, scanned: limits.perStatement, next: scanEnd?.position ?? null, reached: scanEnd?.at ?? oldest?.at }
}

async function describeHits(
  { log, modules }: AuditSource,
  page: readonly RecordedEvent[],
  { stream, search = '' }: AuditQuestion,
  histories: Histories,
): Promise<DescribedEvent[]> {
  const descriptions = await describeEvents({ log, modules }, page, { histories, about: stream || undefined })
  const contains = prepareSearch(splitWords(search))
  return page.flatMap((event, index) => {
    const description = descriptions[index]
    return description && contains(event, description) ? [{ event, description }] : []
  })
}

type Modules = ReturnType<Platform['modules']>

/** Builds the filter; an empty condition, which a cleared field of a form sends, is left out. */
function buildFilter(
  { actor, alsoActors = [], kind, module, type, stream, from, to, before }: AuditQuestion,
  modules: Modules,
): LogFilter {
  return {
    ...(actor && { actor, alsoActors }),
    ...(kind && { actorKind: kind }),
    ...(module && { categories: modules.find(({ name }) => name === module)?.categories ?? [] }),
    ...(type && { types: [type] }),
    ...(stream && {
      about: stream,
      orTypes: modules.flatMap(({ relatedEvents }) => relatedEvents?.[categoryOf(stream)] ?? []),
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

/** Builds the entries of the hits alone, because most events of a search are no hits. */
async function readEntries({ log, modules }: AuditSource, hits: readonly DescribedEvent[]): Promise<AuditEntry[]> {
  const allModules = modules()
  const undoPositions = await readUndoPositions(
    log,
    hits.map(({ event }) => event),
  )
  return hits.map((hit) => buildEntry(hit, { undoPositions, modules: allModules }))
}

interface EntryContext {
  readonly undoPositions: ReadonlyMap<number, number>
  readonly modules: Modules
}

/** Maps the position of each undone event to that of the first event which takes it back. */
async function readUndoPositions(
  log: AuditSource['log'],
  events: readonly RecordedEvent[],
): Promise<ReadonlyMap<number, number>> {
  if (events.length === 0) return new Map()
  const undoEvents = await log.read({
    undoing: events.map(({ metadata }) => metadata.position),
    newestFirst: true,
    limit: events.length * maxEventsOfUndo,
  })
  return new Map(undoEvents.map(({ metadata }) => [undoneBy(metadata) ?? 0, metadata.position]))
}
/** The most events that one undo appends. */
const maxEventsOfUndo = 4

function buildEntry(described: DescribedEvent, { undoPositions, modules }: EntryContext): AuditEntry {
  const { type, data, metadata } = described.event
  const module = findModule(described.event, modules)
  // Events of a module without editions belong to all of them.
  const edition = module?.undo?.findEdition() ?? null
  return {
    ...buildLine(described, modules),
    ...((data as Record<string, unknown>)['timeTrusted'] === false && { time_trusted: false }),
    data,
    correlation_id: metadata.correlationId,
    undoable: hasRule({ type, data }, modules),
    undoes: undoneBy(metadata),
    undone_by: undoPositions.get(metadata.position) ?? null,
    ...(edition !== null && edition !== metadata.edition && { edition: metadata.edition }),
  }
}

const findModule = ({ metadata: { stream } }: RecordedEvent, modules: Modules) => {
  const category = categoryOf(stream)
  return modules.find(({ categories }) => categories.includes(category))
}

/** The fields of an entry that an exported file holds: none of them needs another read of the log. */
export type AuditLine = Pick<
  AuditEntry,
  'position' | 'stream' | 'type' | 'module' | 'at' | 'happened_at' | 'actor' | 'sentence'
>

/**
 * Builds a line with the actor as it is stored. The id of a visitor is already a digest of the cookie, and the filter
 * by actor takes this id.
 */
function buildLine({ event, description: { text, was, subject } }: DescribedEvent, modules: Modules): AuditLine {
  const { type, metadata } = event
  const { position, stream, at, happenedAt, actor } = metadata
  return {
    position,
    stream,
    type,
    module: findModule(event, modules)?.name ?? 'unknown',
    at: at.toISOString(),
    happened_at: happenedAt && happenedAt.getTime() !== at.getTime() ? happenedAt.toISOString() : null,
    actor: actor as AuditEntry['actor'],
    sentence: { text, was: was || null, subject, thing: subject },
  }
}

/** Reads all lines that match, batch after batch, newest first. */
export async function* readAllLines(platform: AuditSource, conditions: AuditConditions) {
  const histories = new Histories()
  const modules = platform.modules()
  let before: number | undefined
  do {
    const { hits, next } = await findHits(platform, { ...conditions, before, limit: searchBatch }, histories, bounds)
    yield hits.map((hit) => buildLine(hit, modules))
    before = next ?? undefined
  } while (before !== undefined)
}

const namingTypes = ['UserAdded', 'ProfileChanged'] satisfies UserEvent['type'][]
/** More changes of users than any tournament has ever had. */
const maxNames = 10_000

/** Finds the ids of users who have or had this name. SQL cannot find them, because the log encrypts names. */
async function findUsersNamed(log: AuditSource['log'], name: string): Promise<string[]> {
  const folded = fold(name)
  const events = (await log.read({ types: namingTypes, limit: maxNames })) as readonly RecordedEvent<UserEvent>[]
  const streams = events.flatMap(({ type, data, metadata }) =>
    (type === 'UserAdded' || type === 'ProfileChanged') && fold(data.person.fullName) === folded
      ? [metadata.stream]
      : [],
  )
  return [...new Set(streams)].map((stream) => stream.slice('user-'.length))
}
