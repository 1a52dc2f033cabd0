import type { AttemptEvent } from '@ultimate/events/staff/events.ts'
import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { attemptStream, evolve, initialState, type NoteFailedSignIn, noteFailedSignInDecider } from './decide.ts'

const given = DeciderSpecification.for(noteFailedSignInDecider)

/** A digest of what was typed. */
const typed = { name: 'k3f9a2QxZ0b7Yw1mNcV4sT', times: 5 }

const note = (userId: string | null): NoteFailedSignIn => ({
  type: 'NoteFailedSignIn',
  data: { userId, ...typed },
  metadata: { now: new Date('2025-11-22T18:00:00Z') },
})
const failed = (userId: string | null): AttemptEvent => ({ type: 'SignInFailed', data: { userId, ...typed } })

describe('noting a failed sign-in', () => {
  it('names the user whose name was typed', () => given([]).when(note('becky')).then(failed('becky')))

  it('names no user where the typed name is unknown', () =>
    expect(noteFailedSignInDecider.decide(note(null), noteFailedSignInDecider.initialState())).toEqual(failed(null)))

  it('records one attempt once', () =>
    given([failed(null)])
      .when(note(null))
      .thenNothingHappened())

  it('makes a new attempt a noted one, in a stream of its own', () => {
    const unknown = { type: 'SignInForgiven', data: {} } as unknown as AttemptEvent
    expect(initialState()).toEqual({ status: 'new' })
    expect(evolve(initialState(), unknown)).toEqual({ status: 'new' })
    expect(evolve(initialState(), failed('becky'))).toEqual({ status: 'noted' })
    expect(attemptStream('abc-1')).toBe('attempt-abc-1')
  })
})
