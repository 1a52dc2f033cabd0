import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import { at, finishedAt, layout, minute, reset, resumed, reverted, started } from './dinner.fixture.ts'
import type { SessionEvent } from './events.ts'
import {
  type ChangeLayout,
  changeLayoutDecider,
  dinnerStream,
  evolve,
  type FinishDinner,
  finishDinnerDecider,
  initialState,
  isLayoutOpen,
  type Layout,
  nextStep,
  phaseOf,
  type ResetDinner,
  type ResumeDinner,
  type RevertDinner,
  resetDinnerDecider,
  resumableUntil,
  resumeDinnerDecider,
  revertDinnerDecider,
  type StartDinner,
  startDinnerDecider,
} from './session.ts'

const after = (...events: SessionEvent[]) => events.reduce(evolve, initialState())

describe('The dinner', () => {
  it('has 24 places to warm and 16 on the buffet, and has not started', () => {
    expect(after()).toEqual({ dinner: 1, warmingSlots: 24, buffetSlots: 16, startedAt: null, finishedAt: null })
  })

  it('starts, finishes, goes on after a mistaken Finish, and begins anew with the same layout', () => {
    expect(after(layout(10, 8), started(0))).toMatchObject({ startedAt: at(0), finishedAt: null, buffetSlots: 8 })
    expect(after(started(0), finishedAt(60))).toMatchObject({ startedAt: at(0), finishedAt: at(60) })
    expect(after(started(0), finishedAt(60), resumed())).toEqual(after(started(0)))
    expect(after(layout(10, 8), started(0), finishedAt(60), reset())).toEqual({
      dinner: 2,
      warmingSlots: 10,
      buffetSlots: 8,
      startedAt: null,
      finishedAt: null,
    })
  })

  it('is what it was before a Start or a Reset that is undone, with the layout of now', () => {
    expect(after(started(0), reverted(), layout(10, 8))).toEqual(after(layout(10, 8)))
    const finished = { dinner: 1, startedAt: at(0), finishedAt: at(60) }
    expect(after(started(0), finishedAt(60), reset(), layout(10, 8), reverted(finished))).toEqual(
      after(layout(10, 8), started(0), finishedAt(60)),
    )
  })

  it('is not touched by an unknown fact', () => {
    const unknown = { type: 'DinnerPostponed', data: {} } as unknown as SessionEvent
    expect(evolve(after(started(0)), unknown)).toEqual(after(started(0)))
  })

  it('has one stream in every edition', () => {
    expect(dinnerStream('2025')).toBe('dinner')
    expect(dinnerStream('2026')).toBe('dinner-2026')
  })
})

describe('Start Dinner', () => {
  const given = DeciderSpecification.for(startDinnerDecider)
  const command: StartDinner = { type: 'StartDinner', data: {}, metadata: { now: minute(90) } }

  it('begins the dinner, and the next one after a reset', () => {
    given([])
      .when(command)
      .then([started(90)])
    given([started(), finishedAt(), reset()])
      .when(command)
      .then([started(90, 2)])
  })

  it('is refused twice, and after Finish', () => {
    given([started()])
      .when(command)
      .thenThrows(DomainError, (it) => it.code === 'DINNER_ALREADY_STARTED')
    given([started(), finishedAt()])
      .when(command)
      .thenThrows(DomainError, (it) => it.code === 'DINNER_ALREADY_FINISHED')
  })
})

describe('Finish Dinner', () => {
  const given = DeciderSpecification.for(finishDinnerDecider)
  const command: FinishDinner = { type: 'FinishDinner', data: {}, metadata: { now: minute(90) } }

  it('ends the dinner, never before it began', () => {
    given([started(0)])
      .when(command)
      .then([finishedAt(90)])
    given([started(95)])
      .when(command)
      .then([finishedAt(95)])
  })

  it('is refused before Start, and twice', () => {
    for (const events of [[], [started(), finishedAt(), reset()]])
      given(events)
        .when(command)
        .thenThrows(DomainError, (it) => it.code === 'DINNER_NOT_IN_PROGRESS')
    given([started(), finishedAt()])
      .when(command)
      .thenThrows(DomainError, (it) => it.code === 'DINNER_ALREADY_FINISHED')
  })
})

describe('Resume Dinner', () => {
  const given = DeciderSpecification.for(resumeDinnerDecider)
  const resumeAt = (now: Date): ResumeDinner => ({ type: 'ResumeDinner', data: {}, metadata: { now } })

  it('takes Finish back within half an hour, as often as it was a mistake', () => {
    for (const when of [61, 90])
      given([started(), finishedAt(60)])
        .when(resumeAt(minute(when)))
        .then([resumed(when)])
    given([started(), finishedAt(60), resumed(65), finishedAt(80)])
      .when(resumeAt(minute(110)))
      .then([resumed(110)])
  })

  it('lies never before Finish, whichever backend’s clock is behind', () => {
    given([started(), finishedAt(60)])
      .when(resumeAt(minute(59)))
      .then([resumed(60)])
  })

  it('is refused later', () => {
    given([started(), finishedAt(60)])
      .when(resumeAt(new Date(minute(90).getTime() + 1)))
      .thenThrows(DomainError, (it) => it.code === 'TOO_LATE_TO_RESUME')
  })

  it('is refused where nothing is finished, and after a reset', () => {
    const begunAgain = [started(), finishedAt(), reset(), started(65, 2)]
    for (const events of [[], [started()], [started(), finishedAt(60), resumed(65)], [started(1, 2)], begunAgain])
      given(events)
        .when(resumeAt(minute(70)))
        .thenThrows(DomainError, (it) => it.code === 'NOTHING_TO_RESUME')
    given([started(), finishedAt(60), reset()])
      .when(resumeAt(minute(70)))
      .thenThrows(DomainError, (it) => it.code === 'DINNER_WAS_RESET')
  })
})

describe('Reset Dinner', () => {
  const given = DeciderSpecification.for(resetDinnerDecider)
  const command: ResetDinner = { type: 'ResetDinner', data: {}, metadata: { now: minute(90) } }

  it('begins the next dinner', () => {
    given([started(), finishedAt()])
      .when(command)
      .then([reset(2)])
    given([started(), finishedAt(), reset(2), started(70, 2), finishedAt(80, 2)])
      .when(command)
      .then([reset(3)])
  })

  it('is refused before Finish', () => {
    for (const events of [[], [started()], [started(), finishedAt(), reset()]])
      given(events)
        .when(command)
        .thenThrows(DomainError, (it) => it.code === 'DINNER_NOT_FINISHED')
  })
})

describe('Undoing a Start or a Reset', () => {
  const given = DeciderSpecification.for(revertDinnerDecider)
  const revert = (data: RevertDinner['data']): RevertDinner => ({
    type: 'RevertDinner',
    data,
    metadata: { now: minute(90) },
  })
  const notStarted = { dinner: 1, startedAt: null, finishedAt: null }

  it('makes the session what it was', () => {
    given([started()]).when(revert(notStarted)).then([reverted()])
    const finished = { dinner: 1, startedAt: at(0), finishedAt: at(60) }
    given([started(), finishedAt(), reset()])
      .when(revert(finished))
      .then([reverted(finished)])
  })

  it('happens once', () => {
    given([started(), reverted()]).when(revert(notStarted)).thenNothingHappened()
  })
})

describe('Changing the layout', () => {
  const given = DeciderSpecification.for(changeLayoutDecider)
  const nothing: Layout = { warmingSlots: 0, buffetSlots: 0 }
  const change = (warmingSlots: number, buffetSlots: number, occupied = nothing): ChangeLayout => ({
    type: 'ChangeLayout',
    data: { layout: { warmingSlots, buffetSlots }, occupied },
    metadata: { now: minute(30) },
  })

  it('sets the number of places before dinner starts, also before the next one', () => {
    given([])
      .when(change(1, 50))
      .then([layout(1, 50)])
    given([started(), finishedAt(), reset()])
      .when(change(1, 50))
      .then([layout(1, 50)])
  })

  it('changes one number alone', () => {
    for (const command of [change(3, 9), change(8, 4)])
      given([layout(3, 4)])
        .when(command)
        .then([layout(command.data.layout.warmingSlots, command.data.layout.buffetSlots)])
  })

  it('appends nothing where nothing changes', () => {
    given([]).when(change(24, 16)).thenNothingHappened()
    given([layout(3, 4)])
      .when(change(3, 4))
      .thenNothingHappened()
  })

  it('is refused once dinner has started, and after it', () => {
    for (const events of [[started()], [started(), finishedAt()]])
      for (const command of [change(3, 4), change(24, 16)])
        given(events)
          .when(command)
          .thenThrows(DomainError, (it) => it.code === 'LAYOUT_LOCKED')
  })

  it('is refused where a place that holds a dish would vanish', () => {
    const occupied = { warmingSlots: 5, buffetSlots: 9 }
    given([])
      .when(change(5, 9, occupied))
      .then([layout(5, 9)])
    for (const command of [change(4, 9, occupied), change(5, 8, occupied)])
      given([])
        .when(command)
        .thenThrows(DomainError, (it) => it.code === 'LAYOUT_HIDES_DISH')
  })
})

describe('A dinner that is', () => {
  const evenings = [
    ['not-started', 'start', after()],
    ['in-progress', 'finish', after(started())],
    ['completed', 'reset', after(started(), finishedAt())],
    ['not-started', 'start', after(started(), finishedAt(), reset())],
  ] as const

  it.each(evenings)('%s has one next step: %s', (phase, step, session) => {
    expect(phaseOf(session)).toBe(phase)
    expect(nextStep(session)).toBe(step)
  })

  it.each(evenings)('%s has open numbers of places only before its start', (phase, _, session) =>
    expect(isLayoutOpen(session)).toBe(phase === 'not-started'),
  )

  it('finished can be resumed until half an hour later', () =>
    expect(new Date(resumableUntil(at(60)))).toEqual(minute(90)))
})
