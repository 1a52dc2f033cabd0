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
import { describeEvents } from '../read/audit/describe.ts'

export type UndoPlatform = Pick<Platform, 'log' | 'modules' | 'commands'>

/** A preview with what the undo does. `version` is a digest of both: it changes with anything in them. */
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
  if ('refusal' in trial) {
    const why =
      typeof trial.refusal === 'string' ? trial.refusal : await describeChanged(platform, trial.refusal, request)
    return answer({ can: false, why, changes: [], also: [], undoable: false })
  }
  const changes = (
    await Promise.all(
      [...trial.streams].map(([stream, events]) => previewChanges(platform, stream, [events.stored, events.decided])),
    )
  ).flat()
  const consequences = [...(trial.plan.also ?? []), ...(await findConsequences(platform, trial.events))]
  const [shownChanges, hiddenCount] = [changes.slice(0, maxChanges), changes.length - maxChanges]
  const hiddenNote = hiddenCount > 0 ? [`${hiddenCount} more places and parts change.`] : []
  const undoable = causesIn(trial.events, ruleIn(platform.modules())).length > 0
  return answer(
    { can: true, why: null, changes: shownChanges, also: [...hiddenNote, ...consequences], undoable },
    trial.steps,
  )
}

/** Returns whether the plan of this event accepts an undo now. */
export const canUndo = async (platform: UndoPlatform, event: RecordedEvent, request: UndoRequest): Promise<boolean> =>
  !('refusal' in (await tryUndo(platform, event, request)))

/** Returns whether what the event changed is as it was before the event; its plan is not made for that. */
export async function isBack(platform: UndoPlatform, event: RecordedEvent, { reads }: UndoRequest): Promise<boolean> {
  const applicable = findRule(platform, event)
  return (
    applicable !== null &&
    changedSince({ ...applicable, event, stream: await reads.stream(event.metadata.stream) }) === alreadyBack
  )
}

/** Returns the rule of the event; null if the event can never be undone. */
function findRule(platform: UndoPlatform, event: RecordedEvent): Pick<ChangeCheck, 'undo' | 'rule'> | null {
  const ruleOf = ruleIn(platform.modules())
  const undo = platform.modules().find(({ events }) => event.type in events)?.undo
  const rule = ruleOf(event.type)
  return undo && rule && !('impossible' in rule) && describeRefusal(event, ruleOf) === null ? { undo, rule } : null
}

type TriedUndo = { readonly refusal: string | ChangedSince } | (TriedSteps & { readonly plan: UndoPlan })

async function tryUndo(platform: UndoPlatform, event: RecordedEvent, request: UndoRequest): Promise<TriedUndo> {
  const applicable = findRule(platform, event)
  const why = ruleOut(platform, event, applicable)
  if (why !== null || applicable === null) return { refusal: why ?? alreadyBack }
  const { undo, rule } = applicable
  const { stream: streamName, version } = event.metadata
  const stream = await request.reads.stream(streamName)
  const change = changedSince({ undo, rule, event, stream })
  if (change !== null) return { refusal: change }
  try {
    const before = stream.slice(0, version - 1)
    const plan = await rule.plan(event, { ...request, before })
    if (typeof plan === 'string') return { refusal: plan }
    const trial = await trySteps(request.reads, plan.steps)
    return trial.events.length === 0 ? { refusal: alreadyBack } : { ...trial, plan }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { refusal: error.message }
  }
}

/** Returns why the event alone cannot be taken back; null where its stream decides. */
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

interface ChangeCheck {
  readonly undo: ModuleUndo
  readonly rule: PossibleRule
  readonly event: RecordedEvent
  readonly stream: readonly RecordedEvent[]
}

/** The parts that are not as the event left them. */
interface ChangedSince {
  readonly parts: readonly string[]
  /** Finds the last event that changed them, which takes long and is not always shown. */
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
  const parts = rule.only ?? listDifferences(before, after)
  const changedParts = parts.filter((part) => !isSame(now[part], after[part]))
  if (changedParts.length === 0) return null
  if (parts.every((part) => isSame(now[part], before[part]))) return alreadyBack
  const changes = (at: number) =>
    listDifferences(summaryUpTo(at - 1), summaryUpTo(at)).some((part) => changedParts.includes(part))
  const by = () => stream.findLast(({ metadata }) => metadata.version > version && changes(metadata.version))
  return { parts: changedParts, by }
}

/** Returns why a change since prevents the undo, and whether that change can be undone first. */
async function describeChanged(
  platform: UndoPlatform,
  { parts, by: findChange }: ChangedSince,
  request: UndoRequest,
): Promise<string> {
  const sentence = `The ${parts.slice(0, 3).map(uncapitalize).join(', ')} ${parts.length === 1 ? 'has' : 'have'} changed since`
  const by = findChange()
  if (!by) return `${sentence}.`
  const [description] = await describeEvents(platform, [by])
  const first = (await canUndo(platform, by, request)) ? ' Undo that first.' : ''
  return `${sentence}: ${by.metadata.actor.name ?? 'someone'} ${description?.text ?? 'changed it'}.${first}`
}

const uncapitalize = (part: string): string => part.charAt(0).toLowerCase() + part.slice(1)

const isSame = (one: SummaryPart | undefined, other: SummaryPart | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const listDifferences = (one: StateSummary, other: StateSummary): string[] =>
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
async function trySteps(reads: Reads, plannedSteps: readonly Step[]): Promise<TriedSteps> {
  const streams = new Map<string, { readonly stored: readonly RecordedEvent[]; readonly decided: Event[] }>()
  const steps: PreparedStep[] = []
  const events: (Event & { stream: string })[] = []
  for (const step of plannedSteps) {
    const { stream, decider, command } = step
    const trial = streams.get(stream) ?? { stored: await reads.stream(stream), decided: [] }
    streams.set(stream, trial)
    const state = trial.decided.reduce(decider.evolve, stateAfter(decider, trial.stored))
    const decided = [decider.decide(command, state)].flat()
    if (decided.length === 0) continue
    steps.push({ ...step, expectedVersion: trial.stored.length + trial.decided.length })
    trial.decided.push(...decided)
    events.push(...decided.map((event) => ({ ...event, stream })))
  }
  return { steps, events, streams }
}

async function previewChanges(
  platform: UndoPlatform,
  stream: string,
  [stored, decided]: readonly [readonly RecordedEvent[], readonly Event[]],
): Promise<UndoPreview['changes']> {
  const category = categoryOf(stream)
  const summarized = platform.modules().flatMap(({ undo }) => undo?.summaries[category] ?? [])[0]
  if (!summarized) return []
  const now = stateAfter(summarized, stored)
  const [was, becomes] = [now, decided.reduce(summarized.evolve, now)].map((state) =>
    summarized.summary(state, stream),
  ) as [StateSummary, StateSummary]
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

/** Returns the parts to show: of a subject that comes or goes only that, because all other parts go with it. */
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
