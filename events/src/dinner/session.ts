import type { TimedCommand } from '../language/command.ts'
import { findRefusal } from '../language/domain-error.ts'
import { editionStream } from '../language/edition.ts'
import { limitMoment } from '../language/reported-time.ts'
import type { SessionAnswer } from './board/board-api.ts'
import { dinnerErrors } from './errors.ts'
import type { SessionEvent } from './events.ts'

/** The numbers of places that the first dinner has, and the limits of each number. */
export const defaultWarmingSlots = 24
export const defaultBuffetSlots = 16
export const minSlots = 1
export const maxSlots = 50

/** The number of places in each of the two zones with places. */
export interface Layout {
  readonly warmingSlots: number
  readonly buffetSlots: number
}

export const defaultLayout: Layout = { warmingSlots: defaultWarmingSlots, buffetSlots: defaultBuffetSlots }

/** The minutes after Finish within which a dinner can be resumed. */
export const resumeMinutes = 30

/** The dinner of this number: not started, in progress, or finished. ISO moments. */
export interface DinnerSession extends Layout {
  readonly dinner: number
  readonly startedAt: string | null
  readonly finishedAt: string | null
}

/** The API does not answer the number of the dinner. Callers leave it out for rules that do not compare dinners. */
export const answerToSession = (session: SessionAnswer, dinner = 1): DinnerSession => ({
  dinner,
  startedAt: session.started_at,
  finishedAt: session.finished_at,
  warmingSlots: session.warming_slots,
  buffetSlots: session.buffet_slots,
})

export const sessionToAnswer = ({
  startedAt,
  finishedAt,
  warmingSlots,
  buffetSlots,
}: DinnerSession): SessionAnswer => ({
  started_at: startedAt,
  finished_at: finishedAt,
  warming_slots: warmingSlots,
  buffet_slots: buffetSlots,
})

export type Phase = 'not-started' | 'in-progress' | 'completed'

export function phaseOf({ startedAt, finishedAt }: Pick<DinnerSession, 'startedAt' | 'finishedAt'>): Phase {
  if (startedAt === null) return 'not-started'
  return finishedAt === null ? 'in-progress' : 'completed'
}

export const isRunning = (session: Pick<DinnerSession, 'startedAt' | 'finishedAt'>): boolean =>
  session.startedAt !== null && session.finishedAt === null

/** The present dinner; there is always one, and the first has the number 1. */
export const initialState = (): DinnerSession => ({ dinner: 1, startedAt: null, finishedAt: null, ...defaultLayout })

export function evolve(session: DinnerSession, event: SessionEvent): DinnerSession {
  switch (event.type) {
    case 'LayoutChanged':
      return { ...session, ...event.data }
    case 'DinnerStarted':
      return { ...session, startedAt: event.data.at }
    case 'DinnerFinished':
      return { ...session, finishedAt: event.data.at }
    case 'DinnerResumed':
      return { ...session, finishedAt: null }
    case 'DinnerReset':
      return { ...session, dinner: event.data.dinner, startedAt: null, finishedAt: null }
    case 'DinnerReverted':
      return { ...session, ...event.data }
    default:
      return session
  }
}

/** `dinner`, and `dinner-2026` in a later edition. */
export const dinnerStream = (edition: string): string => editionStream('dinner', edition)

export type StartDinner = TimedCommand<'StartDinner', Record<string, never>>

export function startDinner({ metadata }: StartDinner, session: DinnerSession): SessionEvent {
  if (session.finishedAt !== null) dinnerErrors.fail('DINNER_ALREADY_FINISHED')
  if (session.startedAt !== null) dinnerErrors.fail('DINNER_ALREADY_STARTED')
  return { type: 'DinnerStarted', data: { dinner: session.dinner, at: metadata.now.toISOString() } }
}

export const startDinnerDecider = { decide: startDinner, evolve, initialState }

export type FinishDinner = TimedCommand<'FinishDinner', Record<string, never>>

/**
 * Finish never lies before Start, even if a backend's clock is behind. Its effects are decided elsewhere: leftovers by
 * `buildBoard` in `board.ts`, a tray that is reported late by `emptyDish` in `signup.ts`, the undo by `planResumeDinner`
 * in `backend/src/dinner/undo.ts`, the reason of a rejected move by `explainRejections` in
 * `backend/src/dinner/write/explain-rejections.ts`, and the mailed head of the log by `whenDinnerFinishedThenMailHead` in
 * `backend/src/staff/mails/log-head.mail.ts`.
 */
export function finishDinner({ metadata }: FinishDinner, session: DinnerSession): SessionEvent {
  if (session.finishedAt !== null) dinnerErrors.fail('DINNER_ALREADY_FINISHED')
  if (session.startedAt === null) dinnerErrors.fail('DINNER_NOT_IN_PROGRESS')
  const at = limitMoment(null, { now: metadata.now, notBefore: session.startedAt })
  return { type: 'DinnerFinished', data: { dinner: session.dinner, at } }
}

export const finishDinnerDecider = { decide: finishDinner, evolve, initialState }

export type ResumeDinner = TimedCommand<'ResumeDinner', Record<string, never>>

/** Undoes a mistaken Finish. The food stayed on the buffet meanwhile, so clocks count as if there had been no Finish. */
export function resumeDinner({ metadata: { now } }: ResumeDinner, session: DinnerSession): SessionEvent {
  const { dinner, startedAt, finishedAt } = session
  if (finishedAt === null)
    return dinnerErrors.fail(dinner > 1 && startedAt === null ? 'DINNER_WAS_RESET' : 'NOTHING_TO_RESUME')
  if (now.getTime() > resumableUntil(finishedAt)) dinnerErrors.fail('TOO_LATE_TO_RESUME')
  return { type: 'DinnerResumed', data: { dinner, at: limitMoment(null, { now, notBefore: finishedAt }) } }
}

/** The last moment at which a dinner that was finished then can be resumed, in milliseconds. */
export const resumableUntil = (finishedAt: string): number => Date.parse(finishedAt) + resumeMinutes * 60_000

export const resumeDinnerDecider = { decide: resumeDinner, evolve, initialState }

export type ResetDinner = TimedCommand<'ResetDinner', Record<string, never>>

/** The old dinner stays in the log; the next one begins with every checked-in dish in Holding. */
export function resetDinner(_: ResetDinner, session: DinnerSession): SessionEvent {
  if (session.finishedAt === null) dinnerErrors.fail('DINNER_NOT_FINISHED')
  return { type: 'DinnerReset', data: { dinner: session.dinner + 1 } }
}

export const resetDinnerDecider = { decide: resetDinner, evolve, initialState }

/** Undoes a Start or a Reset. The caller has checked that nothing has happened on the board since. */
export type RevertDinner = TimedCommand<'RevertDinner', Pick<DinnerSession, 'dinner' | 'startedAt' | 'finishedAt'>>

export function revertDinner({ data }: RevertDinner, session: DinnerSession): SessionEvent[] {
  const { dinner, startedAt, finishedAt } = data
  const isSame = dinner === session.dinner && startedAt === session.startedAt && finishedAt === session.finishedAt
  return isSame ? [] : [{ type: 'DinnerReverted', data: { dinner, startedAt, finishedAt } }]
}

export const revertDinnerDecider = { decide: revertDinner, evolve, initialState }

/** `occupied` is the smallest layout that has all places which hold a dish, as it was read before the decision. */
export type ChangeLayout = TimedCommand<'ChangeLayout', { layout: Layout; occupied: Layout }>

export function changeLayout({ data: { layout, occupied } }: ChangeLayout, session: DinnerSession): SessionEvent[] {
  const { warmingSlots, buffetSlots } = layout
  if (session.startedAt !== null) dinnerErrors.fail('LAYOUT_LOCKED')
  if (warmingSlots < occupied.warmingSlots || buffetSlots < occupied.buffetSlots) dinnerErrors.fail('LAYOUT_HIDES_DISH')
  if (warmingSlots === session.warmingSlots && buffetSlots === session.buffetSlots) return []
  return [{ type: 'LayoutChanged', data: { warmingSlots, buffetSlots } }]
}

export const changeLayoutDecider = { decide: changeLayout, evolve, initialState }

// For `isLayoutOpen` and `nextStep`: any time will do, because it does not change what is allowed.
const metadata = { now: new Date(0) }

/** True while the numbers of places can be changed. */
export const isLayoutOpen = (session: DinnerSession): boolean =>
  findRefusal(() => {
    // The present layout, on a board without dishes, is rejected only where every layout is.
    const data = { layout: session, occupied: { warmingSlots: 0, buffetSlots: 0 } }
    changeLayout({ type: 'ChangeLayout', data, metadata }, session)
  }) === null

/** The steps of a dinner, which staff take one after the other. */
export type SessionStep = 'start' | 'finish' | 'reset'

/** Returns the step that is allowed now, which is exactly one at any time. */
export function nextStep(session: DinnerSession): SessionStep {
  const isAllowed = (decide: () => SessionEvent) => findRefusal(decide) === null
  if (isAllowed(() => startDinner({ type: 'StartDinner', data: {}, metadata }, session))) return 'start'
  if (isAllowed(() => finishDinner({ type: 'FinishDinner', data: {}, metadata }, session))) return 'finish'
  return 'reset'
}
