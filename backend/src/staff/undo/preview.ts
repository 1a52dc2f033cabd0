import { createHash } from 'node:crypto'
import type { Event } from '@ultimate/event-store/emmett.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { categoryOf } from '@ultimate/event-store/registry.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { UndoPreview } from '@ultimate/events/platform/api.ts'
import type { Platform } from '../../platform/module.ts'
import {
  causesIn,
  describeRefusal,
  type ModuleUndo,
  type PossibleRule,
  type Reads,
  ruleIn,
  type StateSummary,
  type Step,
  type SummaryPart,
  stateAfter,
  type UndoPlan,
} from '../../platform/undo.ts'
import { describeFacts } from '../read/audit/describe.ts'

export type UndoPlatform = Pick<Platform, 'log' | 'modules' | 'commands'>

/** A preview with what the undo does; `version` is another one whenever anything of it is. */
export interface PreparedUndo {
  readonly preview: Omit<UndoPreview, 'action'>
  readonly steps: readonly PreparedStep[]
  readonly version: number
}
interface PreparedStep extends Step {
  /** The version of its stream when the step is to run. */
  readonly expectedVersion: number
}
export interface UndoRequest {
  readonly now: Date
  /** The id of the user who asks. */
  readonly by: string
  readonly reads: Reads
}

/** Changes that are listed one by one. */
const maxChanges = 20

/** Finds out what taking back an event would do: tries the commands on the streams as they are, and stores nothing. */
export async function prepareUndo(
  known: UndoPlatform,
  event: RecordedEvent,
  asked: UndoRequest,
): Promise<PreparedUndo> {
  const answer = (preview: PreparedUndo['preview'], steps: readonly PreparedStep[] = []): PreparedUndo => ({
    preview,
    steps,
    version: computeVersion([
      event.metadata.position,
      preview,
      steps.map(({ stream, expectedVersion }) => [stream, expectedVersion]),
    ]),
  })
  const tried = await tryUndo(known, event, asked)
  if ('refusal' in tried) {
    const why = typeof tried.refusal === 'string' ? tried.refusal : await describeChanged(known, tried.refusal, asked)
    return answer({ can: false, why, changes: [], also: [], undoable: false })
  }
  const changes = (
    await Promise.all([...tried.streams].map(([stream, of]) => previewChanges(known, stream, [of.stored, of.decided])))
  ).flat()
  const also = [...(tried.plan.also ?? []), ...(await alsoElsewhere(known, tried.events))]
  const [shown, more] = [changes.slice(0, maxChanges), changes.length - maxChanges]
  const rest = more > 0 ? [`${more} more places and parts change.`] : []
  const undoable = causesIn(tried.events, ruleIn(known.modules())).length > 0
  return answer({ can: true, why: null, changes: shown, also: [...rest, ...also], undoable }, tried.steps)
}

/** Returns whether the plan of this event accepts an undo now. */
export const canUndo = async (known: UndoPlatform, event: RecordedEvent, asked: UndoRequest): Promise<boolean> =>
  !('refusal' in (await tryUndo(known, event, asked)))

/** Returns whether what the event changed is as it was before it, without a look at its plan. */
export async function isBack(known: UndoPlatform, event: RecordedEvent, { reads }: UndoRequest): Promise<boolean> {
  const judge = findRule(known, event)
  return (
    judge !== null && changedSince({ ...judge, event, stream: await reads.stream(event.metadata.stream) }) === asItWas
  )
}

/** Null for an event that no one can ever take back. */
function findRule(known: UndoPlatform, event: RecordedEvent): Pick<ChangeCheck, 'undo' | 'rule'> | null {
  const ruleOf = ruleIn(known.modules())
  const undo = known.modules().find(({ events }) => event.type in events)?.undo
  const rule = ruleOf(event.type)
  return undo && rule && !('impossible' in rule) && describeRefusal(event, ruleOf) === null ? { undo, rule } : null
}

type TriedUndo = { readonly refusal: string | ChangedSince } | (TriedSteps & { readonly plan: UndoPlan })

async function tryUndo(known: UndoPlatform, event: RecordedEvent, asked: UndoRequest): Promise<TriedUndo> {
  const judge = findRule(known, event)
  const why = ruleOut(known, event, judge)
  if (why !== null || judge === null) return { refusal: why ?? asItWas }
  const { undo, rule } = judge
  const { stream: ofEvent, version } = event.metadata
  const stream = await asked.reads.stream(ofEvent)
  const since = changedSince({ undo, rule, event, stream })
  if (since !== null) return { refusal: since }
  try {
    const before = stream.slice(0, version - 1)
    const plan = await rule.plan(event, { ...asked, before })
    if (typeof plan === 'string') return { refusal: plan }
    const tried = await tryOut(asked.reads, plan.steps)
    return tried.events.length === 0 ? { refusal: asItWas } : { ...tried, plan }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { refusal: error.message }
  }
}

/** Returns why the event alone cannot be taken back; null where its stream decides. */
export function ruleOut(known: UndoPlatform, event: RecordedEvent, judge = findRule(known, event)): string | null {
  if (judge === null) return describeRefusal(event, ruleIn(known.modules())) ?? asItWas
  const { edition } = event.metadata
  const shown = judge.undo.edition
  if (shown !== null && edition !== shown)
    return edition < shown ? 'That tournament is over.' : 'That edition is not published yet.'
  return isForgotten(known, event) ? 'The person it was about has been forgotten.' : null
}

/** The refusal for what is back already, and for a plan with nothing left to do. */
const asItWas = 'It is already as it was before.'

/** A person in the event itself reads as the placeholder. */
function isForgotten({ modules }: UndoPlatform, { type, data }: RecordedEvent): boolean {
  const personal = modules().find(({ events }) => type in events)?.events[type]?.personal ?? {}
  return Object.entries(personal).some(
    ([field, { forgotten }]) =>
      typeof forgotten === 'object' &&
      forgotten !== null &&
      JSON.stringify((data as Record<string, unknown>)[field]) === JSON.stringify(forgotten),
  )
}

interface ChangeCheck {
  readonly undo: ModuleUndo
  readonly rule: PossibleRule
  readonly event: RecordedEvent
  readonly stream: readonly RecordedEvent[]
}

/** The parts that are not as the event left them, and the last event that changed them, found only if it is named. */
interface ChangedSince {
  readonly parts: readonly string[]
  readonly by: () => RecordedEvent | undefined
}

/** Returns why what the event changed is not as it left it; null where it is. */
function changedSince({ undo, rule, event, stream }: ChangeCheck): string | ChangedSince | null {
  const summarized = undo.summaries[categoryOf(event.metadata.stream)]
  if (!summarized || rule.only?.length === 0) return null
  const summaryUpTo = (version: number) =>
    summarized.summary(stateAfter(summarized, stream.slice(0, version)), event.metadata.stream)
  const { version } = event.metadata
  const [before, after, now] = [summaryUpTo(version - 1), summaryUpTo(version), summaryUpTo(stream.length)]
  const parts = rule.only ?? differing(before, after)
  const changed = parts.filter((part) => !isSame(now[part], after[part]))
  if (changed.length === 0) return null
  if (parts.every((part) => isSame(now[part], before[part]))) return asItWas
  const changes = (at: number) => differing(summaryUpTo(at - 1), summaryUpTo(at)).some((part) => changed.includes(part))
  const by = () => stream.findLast(({ metadata }) => metadata.version > version && changes(metadata.version))
  return { parts: changed, by }
}

/** Names what has to be undone first, where that can be. */
async function describeChanged(
  known: UndoPlatform,
  { parts, by: changing }: ChangedSince,
  asked: UndoRequest,
): Promise<string> {
  const what = `The ${parts.slice(0, 3).map(inSentence).join(', ')} ${parts.length === 1 ? 'has' : 'have'} changed since`
  const by = changing()
  if (!by) return `${what}.`
  const [description] = await describeFacts(known, [by])
  const first = (await canUndo(known, by, asked)) ? ' Undo that first.' : ''
  return `${what}: ${by.metadata.actor.name ?? 'someone'} ${description?.text ?? 'changed it'}.${first}`
}

const inSentence = (part: string): string => part.charAt(0).toLowerCase() + part.slice(1)

const isSame = (one: SummaryPart | undefined, other: SummaryPart | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const differing = (one: StateSummary, other: StateSummary): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((part) => !isSame(one[part], other[part]))

interface TriedSteps {
  readonly steps: readonly PreparedStep[]
  readonly events: readonly (Event & { readonly stream: string })[]
  readonly streams: ReadonlyMap<
    string,
    { readonly stored: readonly RecordedEvent[]; readonly decided: readonly Event[] }
  >
}

/** Decides each step on what the steps before it would leave. Steps that change nothing are left out. */
async function tryOut(reads: Reads, planned: readonly Step[]): Promise<TriedSteps> {
  const streams = new Map<string, { readonly stored: readonly RecordedEvent[]; readonly decided: Event[] }>()
  const steps: PreparedStep[] = []
  const events: (Event & { stream: string })[] = []
  for (const step of planned) {
    const { stream, decider, command } = step
    const tried = streams.get(stream) ?? { stored: await reads.stream(stream), decided: [] }
    streams.set(stream, tried)
    const state = tried.decided.reduce(decider.evolve, stateAfter(decider, tried.stored))
    const decided = [decider.decide(command, state)].flat()
    if (decided.length === 0) continue
    steps.push({ ...step, expectedVersion: tried.stored.length + tried.decided.length })
    tried.decided.push(...decided)
    events.push(...decided.map((event) => ({ ...event, stream })))
  }
  return { steps, events, streams }
}

async function previewChanges(
  known: UndoPlatform,
  stream: string,
  [stored, decided]: readonly [readonly RecordedEvent[], readonly Event[]],
): Promise<UndoPreview['changes']> {
  const category = categoryOf(stream)
  const summarized = known.modules().flatMap(({ undo }) => undo?.summaries[category] ?? [])[0]
  if (!summarized) return []
  const now = stateAfter(summarized, stored)
  const [was, becomes] = [now, decided.reduce(summarized.evolve, now)].map((state) =>
    summarized.summary(state, stream),
  ) as [StateSummary, StateSummary]
  const subject = await describeSubject(known, stream, decided)
  const words = async (part: SummaryPart | undefined): Promise<string> =>
    typeof part === 'object' ? describeSubject(known, part.stream) : part || 'none'
  const changes = await Promise.all(
    toShow(was, becomes, summarized.presence).map(async (part) => {
      const changed = `${subject.charAt(0).toUpperCase()}${subject.slice(1)}: ${part}`
      return { subject: changed, thing: changed, was: await words(was[part]), becomes: await words(becomes[part]) }
    }),
  )
  return changes.filter((change) => change.was !== change.becomes)
}

/** Where the subject comes or goes, its other parts come and go with it: then that alone is shown. */
function toShow(was: StateSummary, becomes: StateSummary, presence: string | undefined): string[] {
  const parts = differing(was, becomes)
  return presence !== undefined && parts.includes(presence) ? [presence] : parts
}

/**
 * Returns the name of the stream's subject in the audit. A subject that is not stored yet has the name that the first
 * event of its plan will give it.
 */
async function describeSubject(known: UndoPlatform, stream: string, [first]: readonly Event[] = []): Promise<string> {
  const newest = await known.log.read({ stream, newestFirst: true, limit: 1 })
  const coming = first ? [{ ...first, metadata: { stream, version: 1 } } as unknown as RecordedEvent] : []
  const [description] = await describeFacts(known, newest.length > 0 ? newest : coming)
  return description?.subject ?? stream
}

async function alsoElsewhere({ modules }: UndoPlatform, events: TriedSteps['events']): Promise<string[]> {
  const asked = modules().flatMap(({ undo }) => events.map((event) => undo?.also?.(event) ?? []))
  return [...new Set((await Promise.all(asked)).flat())]
}

/** A digest of the value, as a number that fits into a version. */
function computeVersion(named: unknown): number {
  return createHash('sha256').update(JSON.stringify(named)).digest().readUIntBE(0, 6)
}
