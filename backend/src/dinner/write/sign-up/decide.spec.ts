import { Refusal } from '@ultimate/events/language/refusal.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { added, changed, deleted, dishSlot, metadata, removed, servingSlot, signedUp } from '../slot.fixture.ts'
import { evolve, initialState } from '../slot.ts'
import { type SignUp, type SignUpData, signUp } from './decide.ts'

const given = DeciderSpecification.for({ decide: signUp, evolve, initialState })
const command = (changes: Partial<SignUpData> = {}): SignUp => ({
  type: 'SignUp',
  data: {
    signupId: 'c',
    teamId: 'team-a',
    isTeamKnown: true,
    visitorId: 'visitor-a',
    name: 'Becky',
    email: 'c@example.org',
    ...changes,
  },
  metadata,
})

describe('Signing up', () => {
  it('takes a place that is free', () => {
    given([added(), signedUp('a')])
      .when(command())
      .then([signedUp('c')])
  })

  it('takes a place that became free', () => {
    given([added(), signedUp('a'), signedUp('b'), removed('a')])
      .when(command())
      .then([signedUp('c')])
  })

  it.each([dishSlot, servingSlot])('refuses when the slot ($category) is full', (slot) => {
    given([added(slot), signedUp('a'), signedUp('b')])
      .when(command())
      .thenThrows(Refusal, (it) => it.code === 'SLOT_FULL')
  })

  it('refuses when there are fewer places than sign-ups by now', () => {
    given([added(), signedUp('a'), changed({ ...dishSlot, maxSignups: 1 })])
      .when(command())
      .thenThrows(Refusal, (it) => it.code === 'SLOT_FULL')
  })

  it('lets one person bring the same dish twice', () => {
    given([added(), signedUp('a', 'c@example.org')])
      .when(command())
      .then([signedUp('c')])
  })

  it('refuses one person twice in the same half hour of serving, whatever the case of the letters', () => {
    given([added(servingSlot), signedUp('a', 'Becky@Example.org')])
      .when(command({ email: 'bECKY@example.ORG' }))
      .thenThrows(Refusal, (it) => it.code === 'ALREADY_SIGNED_UP')
  })

  it('tells that person so even when the slot is full', () => {
    given([added(servingSlot), signedUp('a', 'becky@example.org'), signedUp('b')])
      .when(command({ email: 'becky@example.org' }))
      .thenThrows(Refusal, (it) => it.code === 'ALREADY_SIGNED_UP')
  })

  it('refuses a slot that never was or is no more', () => {
    for (const events of [[], [added(), deleted()]])
      given(events)
        .when(command())
        .thenThrows(Refusal, (it) => it.code === 'UNKNOWN_SLOT' && it.fields?.slotId !== undefined)
  })

  it('refuses a captain of no registered team', () => {
    given([added()])
      .when(command({ isTeamKnown: false }))
      .thenThrows(Refusal, (it) => it.code === 'UNKNOWN_CAPTAIN' && it.fields?.captainId !== undefined)
  })
})
