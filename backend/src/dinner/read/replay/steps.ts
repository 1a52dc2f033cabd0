import type { EventMetadata, RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { Replay, ReplayAs, ReplayStep } from '@ultimate/events/dinner/board/board-api.ts'
import type { ReplayChange, ShownDish } from '@ultimate/events/dinner/board.ts'
import { dinnerEvents } from '@ultimate/events/dinner/events.ts'
import { type DinnerSession, isRunning, toAnswer } from '@ultimate/events/dinner/session.ts'
import { describeEvent, plainWords } from '@ultimate/events/language/sentence/sentence.ts'
import type { Platform } from '../../../platform/module.ts'
import { cameInLate } from '../check-ins.view.ts'
import { asHappened, asKnown, readBoardEvents, type TimedEvent } from './board-events.ts'
import { foldPast, type Moment } from './past.ts'

/** A dinner by its number, or the one of a moment; null for the present one. */
export type ReplayTarget = { readonly dinner: number } | Moment | null

/** Returns one dinner as steps that a browser folds into the board of any moment of it. */
export async function readSteps(
  platform: Pick<Platform, 'log' | 'clock' | 'current'>,
  asked: ReplayTarget,
  as: ReplayAs,
): Promise<Replay> {
  const recorder = stepRecorder(platform.current.edition, asked)
  const events = await readBoardEvents(platform)
  for (const timed of as === 'happened' ? asHappened(events) : events.map(asKnown)) recorder.add(timed)
  return recorder.replay(platform.clock.now())
}

interface Recording {
  readonly dinner: number
  readonly steps: ReplayStep[]
  /** The board as the steps so far make it. */
  readonly dishes: Map<string, ShownDish>
  session: DinnerSession | null
  /** The time at which the last of its steps was stored; ISO 8601. */
  stored: string
}

/** Takes the events of the log in order, and stores the steps of the latest dinner until the one asked for is over. */
function stepRecorder(edition: string, asked: ReplayTarget) {
  const past = foldPast(edition)
  const history = sentences()
  const dinners: Replay['dinners'] = []
  let present: Recording | null = null
  /** The dinner before the present one, which goes on where the reset between them is undone. */
  let previous: Recording | null = null
  let found: Recording | null = null
  let hasPassed = false

  const isAsked = ({ dinner }: Recording) => asked !== null && ('dinner' in asked ? asked.dinner === dinner : hasPassed)

  /** The recording to which an event belongs; null before there is anything of this edition. */
  function findRecording({ metadata }: RecordedEvent, { dinner }: DinnerSession): Recording | null {
    if (present?.dinner === dinner) return present
    if (previous?.dinner === dinner) {
      if (found === previous) found = null
      present = previous
      previous = null
      return present
    }
    // Events of teams and of other years begin no dinner.
    if (metadata.edition !== edition || metadata.stream.startsWith('team-')) return present
    if (present && isAsked(present)) found ??= present
    previous = present
    present = { dinner, steps: [], dishes: new Map(), session: null, stored: '' }
    return present
  }

  function add(timed: TimedEvent): void {
    record(timed)
    history.note(timed.event)
  }

  function record(timed: TimedEvent): void {
    const { event } = timed
    hasPassed ||= asked !== null && isAfter(timed, asked)
    past.add(event)
    const session = past.session()
    const before = present
    const recording = findRecording(event, session)
    if (recording) listDinner(dinners, session, timed)
    if (!recording || found) return
    const isFirst = recording.session === null
    const touched = past.takeTouched()
    const ids = recording === before ? touched : [...new Set([...past.ids(), ...recording.dishes.keys()])]
    const change = see(recording, ids, past.dish, session)
    if (!isFirst && !isAnything(change)) return
    recording.steps.push(buildStep(timed, history.describe(event), change, recording.steps.at(-1)?.at))
    recording.stored = latest(recording.stored, event.metadata.at.toISOString())
  }

  return {
    add,
    replay(now: Date): Replay {
      const { dinner, steps, session, stored } = found ?? present ?? { dinner: 1, steps: [], session: null, stored: '' }
      const last = steps.at(-1)
      if ((session && isRunning(session)) || !last) return { dinner, dinners, steps, until: now.toISOString() }
      // The same end in both orders, so that every moment of one is a moment of the other.
      const next = dinners.find((each) => each.dinner === dinner + 1)
      return { dinner, dinners, steps, until: latest(last.at, next && next.from < stored ? next.from : stored) }
    },
  }
}

const latest = (one: string, other: string): string => (one > other ? one : other)

function isAfter({ event, at }: TimedEvent, asked: NonNullable<ReplayTarget>): boolean {
  if ('position' in asked) return event.metadata.position > asked.position
  return 'time' in asked && at > asked.time
}

/** The dinners with their times, which the events of the last one still change. */
function listDinner(dinners: Replay['dinners'], session: DinnerSession, { at }: TimedEvent): void {
  // The reset that had begun them was undone.
  while ((dinners.at(-1)?.dinner ?? 0) > session.dinner) dinners.pop()
  const known = dinners.at(-1)?.dinner === session.dinner ? dinners.pop() : undefined
  const from = known?.from ?? at.toISOString()
  dinners.push({ dinner: session.dinner, from, started_at: session.startedAt, finished_at: session.finishedAt })
}

/** Brings the recorded board up to date with these dishes and the session, and returns what that changed. */
function see(
  seen: Recording,
  ids: readonly string[],
  dishNow: (id: string) => ShownDish | null,
  session: DinnerSession,
): ReplayChange {
  const change: ReplayChange = { signups: [], standings: [], gone: [], session: null }
  for (const id of ids) {
    const before = seen.dishes.get(id)
    const now = dishNow(id)
    if (now === null) {
      if (seen.dishes.delete(id)) change.gone.push(id)
      continue
    }
    seen.dishes.set(id, now)
    const { signup, state, movedBy: moved_by } = now
    if (!isSame(before?.signup, signup)) change.signups.push(signup)
    if (!isSame(before && [before.state, before.movedBy], [state, moved_by]))
      change.standings.push({ id, standing: state, moved_by })
  }
  const isOtherSession = !isSame(seen.session, session)
  seen.session = session
  return isOtherSession ? { ...change, session: toAnswer(session) } : change
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const isAnything = ({ signups, standings, gone, session }: ReplayChange): boolean =>
  session !== null || signups.length + standings.length + gone.length > 0

/** Clocks of two backends may differ: no step is reported before the one that it follows. */
function buildStep(
  { event: { type, metadata }, at: moment }: TimedEvent,
  text: string,
  change: ReplayChange,
  before: string | undefined,
): ReplayStep {
  const { position, actor } = metadata
  const at = moment.toISOString()
  return {
    position,
    at: before !== undefined && before > at ? before : at,
    ...lateness(metadata),
    by: actor.name,
    text,
    type,
    ...change,
  }
}

function lateness(metadata: EventMetadata): Pick<ReplayStep, 'late'> {
  const [happened, cameIn] = [metadata.happenedAt, cameInLate(metadata)]
  return happened && cameIn ? { late: { happened_at: happened.toISOString(), came_in_at: cameIn.toISOString() } } : {}
}

/** The audit's sentence for an event, made of the events that were noted before it. */
function sentences() {
  const streams = new Map<string, RecordedEvent[]>()
  const of = (stream: string) => streams.get(stream) ?? []
  return {
    describe: (event: RecordedEvent): string => {
      const { stream } = event.metadata
      return describeEvent(dinnerEvents, event, { stream, earlier: of(stream), of })?.text ?? plainWords(event.type)
    },
    note: (event: RecordedEvent): void => {
      const { stream } = event.metadata
      const known = streams.get(stream)
      if (known) known.push(event)
      else streams.set(stream, [event])
    },
  }
}
