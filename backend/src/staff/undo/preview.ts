import { createHash } from 'node:crypto'
import type { Event } from '@ultimate/event-store/emmett.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { categoryOf } from '@ultimate/event-store/registry.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { UndoPreview } from '@ultimate/events/platform/api.ts'
import type { Platform } from '../../platform/module.ts'
import type { Reads } from '../../platform/shared-reads.ts'
import { stateAfter } from '../../platform/state-after.ts'
import {
  causesIn,
  describeRefusal,
  type ModuleUndo,
  type PossibleRule,
  ruleIn,
  type StateSummary,
  type Step,
  type SummaryPart,
  type UndoPlan,
} from '../../platform/undo.ts'
import { describeEvents } from '../read/audit/describe.ts'

export type UndoPlatform = Pick<Platform, 'log' | 'modules' | 'commands'>

/** The preview and the steps of an undo. `version` is a digest of both: a change of either changes it. */
export interface PreparedUndo {
  readonly preview: Omit<UndoPreview, 'action'>
  readonly steps: readonly PreparedStep[]
  readonly version: number
}
interface PreparedStep extends Step {
  /** The version that the step's stream must have when the step runs. */
  readonly expectedVersion: number
}
export interface UndoRequest {
  readonly now: Date
  /** The id of the user who asks. */
  readonly by: string
  readonly reads: Reads
}

/** The most changes that are listed one by one. */
const maxChanges = 20

/** Finds out what taking back an event would do: tries the commands on the streams as they are, and stores nothing. */
export async function prepareUndo(
  platform: UndoPlatform,
  event: RecordedEvent,
  request: UndoRequest,
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
  const trial = await tryUndo(platform, event, request)
  if ('reasonAgainst' in trial) {
    const { reasonAgainst } = trial
    const why =
      typeof reasonAgainst === 'string' ? reasonAgainst : await describeChanged(platform, reasonAgainst, request)
    return answer({ can: false, why, changes: [], also: [], undoable: false })
  }
  const changes = (
    await Promise.all([...trial.streams].map(([stream, tried]) => previewChanges(platform, stream, tried)))
  ).flat()
  const consequences = [...(trial.plan.also ?? []), ...(await findConsequences(platform, trial.events))]
  const [shownChanges, hiddenCount] = [changes.slice(0, maxChanges), changes.length - maxChanges]
  const hiddenNote = hiddenCount > 0 ? [`${hiddenCount} more places and parts change.`] : []
  // An undo can be undone if one of its events can.
  const undoable = causesIn(trial.events, ruleIn(platform.modules())).length > 0
  return answer(
    { can: true, why: null, changes: shownChanges, also: [...hiddenNote, ...consequences], undoable },
    trial.steps,
  )
}

/** Returns whether the plan of this event accepts an undo now. */
export const canUndo = async (platform: UndoPlatform, event: RecordedEvent, request: UndoRequest): Promise<boolean> =>
  !('reasonAgainst' in (await tryUndo(platform, event, request)))

/** Returns whether all that the event changed is as it was before. Unlike {@link canUndo}, makes no plan. */
export async function isBack(platform: UndoPlatform, event: RecordedEvent, { reads }: UndoRequest): Promise<boolean> {
  const applicable = findRule(platform, event)
  return (
    applicable !== null &&
    findChangeSince({ ...applicable, event, stream: await reads.stream(event.metadata.stream) }) === alreadyBack
  )
}

/** The rule of an event, and all rules and summaries of its module. */
interface ApplicableRule {
  readonly undo: ModuleUndo
  readonly rule: PossibleRule
}

/** Returns the rule of the event; null if the event can never be undone. */
function findRule(platform: UndoPlatform, event: RecordedEvent): ApplicableRule | null {
  const ruleOf = ruleIn(platform.modules())
  const undo = platform.modules().find(({ events }) => event.type in events)?.undo
  const rule = ruleOf(event.type)
  return undo && rule && !('impossible' in rule) && describeRefusal(event, ruleOf) === null ? { undo, rule } : null
}

type TriedUndo = { readonly reasonAgainst: string | ChangedSince } | (TriedSteps & { readonly plan: UndoPlan })

async function tryUndo(platform: UndoPlatform, event: RecordedEvent, request: UndoRequest): Promise<TriedUndo> {
  const applicable = findRule(platform, event)
  const why = ruleOut(platform, event, applicable)
  // Without a rule, `why` is never null.
  if (why !== null || applicable === null) return { reasonAgainst: why ?? alreadyBack }
  const { undo, rule } = applicable
  const { stream: streamName, version } = event.metadata
  const stream = await request.reads.stream(streamName)
  const change = findChangeSince({ undo, rule, event, stream })
  if (change !== null) return { reasonAgainst: change }
  try {
    const before = stream.slice(0, version - 1)
    const plan = await rule.plan(event, { ...request, before })
    if (typeof plan === 'string') return { reasonAgainst: plan }
    const trial = await trySteps(request.reads, plan.steps)
    return trial.events.length === 0 ? { reasonAgainst: alreadyBack } : { ...trial, plan }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { reasonAgainst: error.message }
  }
}

/** Returns why an undo is impossible, as far as the event alone shows; null where its stream decides. */
export function ruleOut(
  platform: UndoPlatform,
  event: RecordedEvent,
  applicable = findRule(platform, event),
): string | null {
  if (applicable === null) return describeRefusal(event, ruleIn(platform.modules())) ?? alreadyBack
  const { edition } = event.metadata
  const current = applicable.undo.edition
  if (current !== null && edition !== current)
    return edition < current ? 'That tournament is over.' : 'That edition is not published yet.'
  return isForgotten(platform, event) ? 'The person it was about has been forgotten.' : null
}

/** The reason against an undo of what is back already, and against a plan with nothing left to do. */
const alreadyBack = 'It is already as it was before.'

/** Returns whether a person in the event is forgotten, so that a placeholder stands in their place. */
function isForgotten({ modules }: UndoPlatform, { type, data }: RecordedEvent): boolean {
  const personal = modules().find(({ events }) => type in events)?.events[type]?.personal ?? {}
  return Object.entries(personal).some(
    ([field, { forgotten }]) =>
      typeof forgotten === 'object' &&
      forgotten !== null &&
      JSON.stringify((data as Record<string, unknown>)[field]) === JSON.stringify(forgotten),
  )
}

interface ChangeCheck extends ApplicableRule {
  readonly event: RecordedEvent
  /** All events of the event's stream. */
  readonly stream: readonly RecordedEvent[]
}

/** The parts that are not as the event left them. */
interface ChangedSince {
  readonly parts: readonly string[]
  /** Finds the last event that changed one of them. This takes long, and is not always shown. */
  readonly findLastChange: () => RecordedEvent | undefined
}

/** Returns null if all that the event changed is as the event left it; else what changed since, or `alreadyBack`. */
function findChangeSince({ undo, rule, event, stream }: ChangeCheck): string | ChangedSince | null {
  const summarized = undo.summaries[categoryOf(event.metadata.stream)]
  if (!summarized || rule.only?.length === 0) return null
  const summaryUpTo = (version: number) =>
    summarized.summary(stateAfter(summarized, stream.slice(0, version)), event.metadata.stream)
  const { version } = event.metadata
  const [before, after, now] = [summaryUpTo(version - 1), summaryUpTo(version), summaryUpTo(stream.length)]
  const parts = rule.only ?? listDifferences(before, after)
  const changedParts = parts.filter((part) => !isSame(now[part], after[part]))
  if (changedParts.length === 0) return null
  if (parts.every((part) => isSame(now[part], before[part]))) return alreadyBack
  const isChangedAt = (at: number) =>
    listDifferences(summaryUpTo(at - 1), summaryUpTo(at)).some((part) => changedParts.includes(part))
  const findLastChange = () =>
    stream.findLast(({ metadata }) => metadata.version > version && isChangedAt(metadata.version))
  return { parts: changedParts, findLastChange }
}

/** Returns why a change since prevents the undo, and whether that change can be undone first. */
async function describeChanged(
  platform: UndoPlatform,
  { parts, findLastChange }: ChangedSince,
  request: UndoRequest,
): Promise<string> {
  const sentence = `The ${parts.slice(0, 3).map(uncapitalize).join(', ')} ${parts.length === 1 ? 'has' : 'have'} changed since`
  const change = findLastChange()
  if (!change) return `${sentence}.`
  const [description] = await describeEvents(platform, [change])
  const advice = (await canUndo(platform, change, request)) ? ' Undo that first.' : ''
  return `${sentence}: ${change.metadata.actor.name ?? 'someone'} ${description?.text ?? 'changed it'}.${advice}`
}

const uncapitalize = (part: string): string => part.charAt(0).toLowerCase() + part.slice(1)

const isSame = (one: SummaryPart | undefined, other: SummaryPart | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const listDifferences = (one: StateSummary, other: StateSummary): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((part) => !isSame(one[part], other[part]))

interface TriedSteps {
  readonly steps: readonly PreparedStep[]
  readonly events: readonly (Event & { readonly stream: string })[]
  readonly streams: ReadonlyMap<string, TriedStream>
}
/** The events that a stream has, and those that the steps would append. */
interface TriedStream {
  readonly stored: readonly RecordedEvent[]
  readonly decided: Event[]
}

/** Decides each step on the state that the steps before it would leave. Steps that change nothing are left out. */
async function trySteps(reads: Reads, plannedSteps: readonly Step[]): Promise<TriedSteps> {
  const streams = new Map<string, TriedStream>()
  const steps: PreparedStep[] = []
  const events: (Event & { stream: string })[] = []
  for (const step of plannedSteps) {
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
  platform: UndoPlatform,
  stream: string,
  { stored, decided }: TriedStream,
): Promise<UndoPreview['changes']> {
  const category = categoryOf(stream)
  const summarized = platform.modules().flatMap(({ undo }) => undo?.summaries[category] ?? [])[0]
  if (!summarized) return []
  const now = stateAfter(summarized, stored)
  const was = summarized.summary(now, stream)
  const becomes = summarized.summary(decided.reduce(summarized.evolve, now), stream)
  const subject = await describeSubject(platform, stream, decided)
  const describePart = async (part: SummaryPart | undefined): Promise<string> =>
    typeof part === 'object' ? describeSubject(platform, part.stream) : part || 'none'
  const changes = await Promise.all(
    selectParts(was, becomes, summarized.presence).map(async (part) => {
      const partName = `${subject.charAt(0).toUpperCase()}${subject.slice(1)}: ${part}`
      return {
        subject: partName,
        thing: partName,
        was: await describePart(was[part]),
        becomes: await describePart(becomes[part]),
      }
    }),
  )
  return changes.filter((change) => change.was !== change.becomes)
}

/** Returns the parts to show: only the presence of a subject that comes or goes, because its other parts go with it. */
function selectParts(was: StateSummary, becomes: StateSummary, presence: string | undefined): string[] {
  const parts = listDifferences(was, becomes)
  return presence !== undefined && parts.includes(presence) ? [presence] : parts
}

/**
 * Returns the name of the stream's subject in the audit. A subject that is not stored yet has the name that the first
 * event of its plan will give it.
 */
async function describeSubject(
  platform: UndoPlatform,
  stream: string,
  [first]: readonly Event[] = [],
): Promise<string> {
  const newest = await platform.log.read({ stream, newestFirst: true, limit: 1 })
  const firstOfPlan = first ? [{ ...first, metadata: { stream, version: 1 } } as unknown as RecordedEvent] : []
  const [description] = await describeEvents(platform, newest.length > 0 ? newest : firstOfPlan)
  return description?.subject ?? stream
}

async function findConsequences({ modules }: UndoPlatform, events: TriedSteps['events']): Promise<string[]> {
  const consequences = modules().flatMap(({ undo }) => events.map((event) => undo?.also?.(event) ?? []))
  return [...new Set((await Promise.all(consequences)).flat())]
}

/** Returns a digest of the value, as a number that fits into a version. */
function computeVersion(value: unknown): number {
  return createHash('sha256').update(JSON.stringify(value)).digest().readUIntBE(0, 6)
}
