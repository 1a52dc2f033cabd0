import { describe, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import { minute } from './dinner.fixture.ts'
import { added, deleted, dishSlot, servingSlot, signedUp, walkedIn } from './slot.fixture.ts'
import { type WalkIn, walkInDecider } from './walk-in.ts'

const given = DeciderSpecification.for(walkInDecider)
const command = (at: Date | null = null, timeTrusted?: false): WalkIn => ({
  type: 'WalkIn',
  data: { signupId: 'w', name: 'Aunt Polly', team: '', at, ...(timeTrusted === false && { timeTrusted }) },
  metadata: { now: minute(30) },
})

describe('Walking in', () => {
  it('takes what is here, also in a full slot', () => {
    for (const events of [[added()], [added(servingSlot), signedUp('a'), signedUp('b'), walkedIn('c')]])
      given(events)
        .when(command())
        .then([walkedIn('w', minute(30).toISOString())])
  })

  it('makes a dish that no slot asks for a slot of its own, which is offered to no one', () => {
    const { data, ...rest } = command()
    const ambrosia: WalkIn = { ...rest, data: { ...data, dish: 'Ambrosia' } }
    const slot = { ...dishSlot, name: 'Ambrosia', description: '', maxSignups: 1, unlisted: true } as const
    given([])
      .when(ambrosia)
      .then([added(slot), walkedIn('w', minute(30).toISOString())])
  })

  it('names what is in a dish, also in one that no slot asks for', () => {
    const { data, ...rest } = command()
    const milk: WalkIn = { ...rest, data: { ...data, allergens: { listed: ['milk'], other: '' } } }
    const entry = walkedIn('w', minute(30).toISOString())
    given([added()])
      .when(milk)
      .then([{ ...entry, data: { ...entry.data, allergens: ['milk'] } }])
    given([added(servingSlot)])
      .when(milk)
      .thenThrows(DomainError, (it) => it.code === 'NOT_A_DISH')
  })

  it('believes a device that was offline, but not one that is ahead', () => {
    given([added()])
      .when(command(minute(12)))
      .then([walkedIn('w', minute(12).toISOString())])
    given([added()])
      .when(command(minute(45)))
      .then([walkedIn('w', minute(30).toISOString())])
  })

  it('says where the time of the device could not be true', () => {
    const walkedInThen = walkedIn('w', minute(12).toISOString())
    given([added()])
      .when(command(minute(12), false))
      .then([{ ...walkedInThen, data: { ...walkedInThen.data, timeTrusted: false } }])
  })

  it('is refused for a slot that never was or is no more', () => {
    for (const events of [[], [added(), deleted()]])
      given(events)
        .when(command())
        .thenThrows(DomainError, (it) => it.code === 'UNKNOWN_SLOT' && it.fields?.slot_id !== undefined)
  })
})
