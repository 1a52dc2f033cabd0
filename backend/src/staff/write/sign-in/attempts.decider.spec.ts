import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import type { AttemptEvent } from '@ultimate/events/staff/events.ts'
import { describe, expect, it } from 'vitest'
import {
  attemptCounts,
  attemptStream,
  type CountedAttempt,
  type NoteAttempt,
  type NoteFailedSignIn,
  noteAttemptDecider,
  noteFailedSignInDecider,
} from './attempts.decider.ts'

const now = new Date('2025-11-22T18:00:00Z')

describe('noting a failed sign-in', () => {
  const given = DeciderSpecification.for(noteFailedSignInDecider)

  /** A digest of what was typed. */
  const typed = { name: 'k3f9a2QxZ0b7Yw1mNcV4sT', times: 5 }

  const note = (userId: string | null): NoteFailedSignIn => ({
    type: 'NoteFailedSignIn',
    data: { userId, ...typed },
    metadata: { now },
  })
  const failed = (userId: string | null): AttemptEvent => ({ type: 'SignInFailed', data: { userId, ...typed } })

  it('names the user whose name was typed', () => given([]).when(note('becky')).then(failed('becky')))

  it('names no user where the typed name is unknown', () =>
    expect(noteFailedSignInDecider.decide(note(null), noteFailedSignInDecider.initialState())).toEqual(failed(null)))

  it('records one attempt once', () =>
    given([failed(null)])
      .when(note(null))
      .thenNothingHappened())

  it('makes a new attempt a noted one, in a stream of its own', () => {
    const unknown = { type: 'SignInForgiven', data: {} } as unknown as AttemptEvent
    const { initialState, evolve } = noteFailedSignInDecider
    expect(initialState()).toEqual({ status: 'new' })
    expect(evolve(initialState(), unknown)).toEqual({ status: 'new' })
    expect(evolve(initialState(), failed('becky'))).toEqual({ status: 'noted' })
    expect(attemptStream('abc-1')).toBe('attempt-abc-1')
  })
})

describe('noting an attempt', () => {
  const given = DeciderSpecification.for(noteAttemptDecider)
  const passed = (times: number): CountedAttempt => ({ type: 'GateOpened', data: { network: 'k3f9a2Qx', times } })
  const note = (data: CountedAttempt): NoteAttempt => ({ type: 'NoteAttempt', data, metadata: { now } })

  it('records how many there were', () =>
    given([passed(1)])
      .when(note(passed(10)))
      .then([passed(10)]))

  it('records nothing that another backend has recorded', () => {
    given([passed(1)])
      .when(note(passed(1)))
      .thenNothingHappened()
    given([passed(100), passed(10)])
      .when(note(passed(100)))
      .thenNothingHappened()
  })
})

describe('the count of attempts', () => {
  const recorded = (counts: ReturnType<typeof attemptCounts>, times: number, whose = 'one network', at = now) =>
    Array.from({ length: times }, () => counts.countForEvent('gate', whose, at)?.times).filter((it) => it !== undefined)

  it('has the first, tenth, hundredth… recorded', () => {
    expect(recorded(attemptCounts(), 5_000)).toEqual([1, 10, 100, 1000])
  })

  it('begins anew a quarter of an hour later, and for each network and kind', () => {
    const counts = attemptCounts()
    expect(recorded(counts, 9)).toEqual([1])
    expect(recorded(counts, 1, 'another network')).toEqual([1])
    expect(counts.countForEvent('sign-in', 'one network', now)?.times).toBe(1)
    expect(recorded(counts, 1, 'one network', new Date(now.getTime() + 15 * 60_000))).toEqual([1])
  })

  it('forgets those of earlier windows, so that they leave room for others', () => {
    const counts = attemptCounts(1)
    counts.count('gate', 'one network', now)
    expect(counts.count('gate', 'another network', now).isShared).toBe(true)
    const within = new Date(now.getTime() + 15 * 60_000 - 1)
    expect(counts.count('gate', 'one network', within)).toMatchObject({ times: 2, isShared: false })
    const later = new Date(now.getTime() + 15 * 60_000)
    expect(counts.count('gate', 'another network', later)).toMatchObject({ times: 1, isShared: false })
  })

  it('is shared by kind', () => {
    const counts = attemptCounts(0)
    const [gate, again, signIn] = ['gate', 'gate', 'sign-in'].map((kind) => counts.count(kind, 'one network', now))
    expect([gate?.times, again?.times, signIn?.times]).toEqual([1, 2, 1])
    expect(gate?.key).toBe(again?.key)
    expect(gate?.key).not.toBe(signIn?.key)
  })

  it('is shared by all networks beyond so many, so that a thousand of them leave no thousand facts', () => {
    const counts = attemptCounts(3)
    const facts = Array.from({ length: 1_000 }, (_, network) => counts.countForEvent('gate', `network ${network}`, now))
    expect(facts.filter((it) => it !== null).map(({ times, isShared }) => [times, isShared])).toEqual([
      ...[1, 1, 1].map((times) => [times, false]),
      ...[1, 10, 100].map((times) => [times, true]),
    ])
    expect(counts.countForEvent('gate', 'network 0', now)).toBeNull()
  })

  it('counts again what could not be recorded', () => {
    const counts = attemptCounts()
    const first = counts.countForEvent('gate', 'one network', now)
    counts.takeBack(first?.key ?? '')
    expect(recorded(counts, 1)).toEqual([1])
  })
})
