import type { EventMetadata, RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { Replay, ReplayAs, ReplayStep } from '@ultimate/events/dinner/board/board-api.ts'
import type { ShownDish } from '@ultimate/events/dinner/board.ts'
import { dinnerEvents } from '@ultimate/events/dinner/events.ts'
import type { ReplayChange } from '@ultimate/events/dinner/replayed-board.ts'
import { type DinnerSession, isRunning, sessionToAnswer } from '@ultimate/events/dinner/session.ts'
import { describeEvent, plainWords } from '@ultimate/events/language/sentence/sentence.ts'
import type { Platform } from '../../../platform/module.ts'
import { findLateReceipt } from '../check-ins.view.ts'
import { readBoardEvents } from './board-events.ts'
import { type Moment, orderEvents, type TimedEvent } from './event-order.ts'
import { foldBoard } from './fold-board.ts'

/** A dinner by its number, or the one of a moment; null for the present one. */
export type ReplayTarget = { readonly dinner: number } | Moment | null

/** Returns one dinner as steps, from which a browser computes the board of any moment. */
export async function readSteps(
  platform: Pick<Platform, 'log' | 'clock' | 'current'>,
  target: ReplayTarget,
  as: ReplayAs,
): Promise<Replay> {
  const recorder = createRecorder(platform.current.edition, target)
  for (const timed of orderEvents(await readBoardEvents(platform), as)) recorder.add(timed)
  return recorder.replay(platform.clock.now())
}

/** The steps of one dinner so far. */
interface Recording {
  readonly dinner: number
  readonly steps: ReplayStep[]
  /** The dishes of the board after these steps. */
  readonly dishes: Map<string, ShownDish>
  /** Null before the first step. */
  session: DinnerSession | null
  /** The latest time at which one of its steps was stored; ISO 8601. */
  storedAt: string
}

/** Records the events of the log, in order, as steps of their dinners, until the dinner of the target is over. */
function createRecorder(edition: string, target: ReplayTarget) {
  const fold = foldBoard(edition)
  const sentences = createSentences()
  const dinners: Replay['dinners'] = []
  let present: Recording | null = null
  /** The dinner before the present one. */
  let previous: Recording | null = null
  /** The recording of the target, once it is over. */
  let targetRecording: Recording | null = null
  /** True once an event comes after the moment of the target. */
  let hasPassedMoment = false

  const isTarget = ({ dinner }: Recording) =>
    target !== null && ('dinner' in target ? target.dinner === dinner : hasPassedMoment)

  /** Makes the recording of the event's dinner the present one; returns null before there is anything of this edition. */
  function switchRecording({ metadata }: RecordedEvent, { dinner }: DinnerSession): Recording | null {
    if (present?.dinner === dinner) return present
    if (previous?.dinner === dinner) {
      // The reset between the two was undone, so the earlier dinner is not over.
      if (targetRecording === previous) targetRecording = null
      present = previous
      previous = null
      return present
    }
    // Events of teams and of other years begin no dinner.
    if (metadata.edition !== edition || metadata.stream.startsWith('team-')) return present
    if (present && isTarget(present)) targetRecording ??= present
    previous = present
    present = { dinner, steps: [], dishes: new Map(), session: null, storedAt: '' }
    return present
  }

  function add(timed: TimedEvent): void {
    const { event } = timed
    hasPassedMoment ||= target !== null && isAfter(timed, target)
    fold.add(event)
    const session = fold.session()
    const recordingBefore = present
    const recording = switchRecording(event, session)
    if (recording) listDinner(dinners, session, timed)
    // Once the target is over, later events only add to the list of dinners.
    if (recording && !targetRecording) addStep(recording, timed, { isSameDinner: recording === recordingBefore })
    sentences.note(event)
  }

  function addStep(
    recording: Recording,
    timed: TimedEvent,
    { isSameDinner }: { readonly isSameDinner: boolean },
  ): void {
    const changedDishes = fold.takeChangedDishes()
    // In another dinner than that of the event before, all dishes may have changed.
    const ids = isSameDinner ? changedDishes : [...new Set([...fold.signupIds(), ...recording.dishes.keys()])]
    const isFirstStep = recording.session === null
    const change = updateRecording(recording, ids, fold.dish, fold.session())
    if (!isFirstStep && isEmpty(change)) return
    recording.steps.push(buildStep(timed, sentences.describe(timed.event), change, recording.steps.at(-1)?.at))
    recording.storedAt = latest(recording.storedAt, timed.event.metadata.at.toISOString())
  }

  return {
    add,
    replay(now: Date): Replay {
      const recording = targetRecording ?? present ?? { dinner: 1, steps: [], session: null, storedAt: '' }
      const { dinner, steps, session, storedAt } = recording
      const lastStep = steps.at(-1)
      if ((session && isRunning(session)) || !lastStep) return { dinner, dinners, steps, until: now.toISOString() }
      // The end follows from when steps were stored, not from when they happened, so that it is the same in both orders.
      const next = dinners.find((each) => each.dinner === dinner + 1)
      return { dinner, dinners, steps, until: latest(lastStep.at, next && next.from < storedAt ? next.from : storedAt) }
    },
  }
}

const latest = (one: string, other: string): string => (one > other ? one : other)

function isAfter({ event, at }: TimedEvent, target: NonNullable<ReplayTarget>): boolean {
  if ('position' in target) return event.metadata.position > target.position
  return 'time' in target && at > target.time
}

/** Adds the dinner of the session to the list, or updates it. */
function listDinner(dinners: Replay['dinners'], session: DinnerSession, { at }: TimedEvent): void {
  // Later dinners are gone, because the reset that began them was undone.
  while ((dinners.at(-1)?.dinner ?? 0) > session.dinner) dinners.pop()
  const listed = dinners.at(-1)?.dinner === session.dinner ? dinners.pop() : undefined
  const from = listed?.from ?? at.toISOString()
  dinners.push({ dinner: session.dinner, from, started_at: session.startedAt, finished_at: session.finishedAt })
}

/** Updates the recorded session, and the dishes with these ids, to what they are now. Returns what that changed. */
function updateRecording(
  recording: Recording,
  ids: readonly string[],
  dishNow: (id: string) => ShownDish | null,
  session: DinnerSession,
): ReplayChange {
  const change: ReplayChange = { signups: [], standings: [], gone: [], session: null }
  for (const id of ids) {
    const before = recording.dishes.get(id)
    const now = dishNow(id)
    if (now === null) {
      if (recording.dishes.delete(id)) change.gone.push(id)
      continue
    }
    recording.dishes.set(id, now)
    const { signup, state, movedBy: moved_by } = now
    if (!isSame(before?.signup, signup)) change.signups.push(signup)
    if (!isSame(before && [before.state, before.movedBy], [state, moved_by]))
      change.standings.push({ id, standing: state, moved_by })
  }
  const isNewSession = !isSame(recording.session, session)
  recording.session = session
  return isNewSession ? { ...change, session: sessionToAnswer(session) } : change
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const isEmpty = ({ signups, standings, gone, session }: ReplayChange): boolean =>
  session === null && signups.length + standings.length + gone.length === 0

/** Builds a step, which gets no time before that of the last step, because the clocks of two backends may differ. */
function buildStep(
  { event: { type, metadata }, at: moment }: TimedEvent,
  text: string,
  change: ReplayChange,
  lastAt: string | undefined,
): ReplayStep {
  const { position, actor } = metadata
  const at = moment.toISOString()
  return {
    position,
    at: lastAt !== undefined && lastAt > at ? lastAt : at,
    ...describeLateness(metadata),
    by: actor.name,
    text,
    type,
    ...change,
  }
}

function describeLateness(metadata: EventMetadata): Pick<ReplayStep, 'late'> {
  const { happenedAt } = metadata
  const receivedAt = findLateReceipt(metadata)
  if (!happenedAt || !receivedAt) return {}
  return { late: { happened_at: happenedAt.toISOString(), came_in_at: receivedAt.toISOString() } }
}

/** Describes events by the sentences of the audit, which need the events that were noted before. */
function createSentences() {
  const streams = new Map<string, RecordedEvent[]>()
  const eventsOf = (stream: string) => streams.get(stream) ?? []
  return {
    describe: (event: RecordedEvent): string => {
      const { stream } = event.metadata
      return (
        describeEvent(dinnerEvents, event, { stream, earlier: eventsOf(stream), of: eventsOf })?.text ??
        plainWords(event.type)
      )
    },
    note: (event: RecordedEvent): void => {
      const { stream } = event.metadata
      const noted = streams.get(stream)
      if (noted) noted.push(event)
      else streams.set(stream, [event])
    },
  }
}
