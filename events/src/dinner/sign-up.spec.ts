import { describe, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import { forgottenName } from '../language/forgotten.ts'
import type { SlotEvent } from './events.ts'
import {
  type CorrectSignup,
  correctSignupDecider,
  type FreePlace,
  freePlaceDecider,
  type SignUp,
  type SignUpData,
  signUpDecider,
  type TakePlace,
  takePlaceDecider,
} from './sign-up.ts'
import {
  added,
  changed,
  correctedTo,
  deleted,
  dishSlot,
  metadata,
  removed,
  restoredTo,
  servingSlot,
  signedUp,
  walkedIn,
} from './slot.fixture.ts'

const given = DeciderSpecification.for(signUpDecider)
const command = (changes: Partial<SignUpData> = {}): SignUp => ({
  type: 'SignUp',
  data: {
    signupId: 'c',
    teamId: 'team-a',
    isTeamKnown: true,
    visitorId: 'visitor-a',
    name: 'Becky',
    email: 'c@example.org',
    knownBy: 'nothing',
    isOwnAddress: false,
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
      .thenThrows(DomainError, (it) => it.code === 'SLOT_FULL')
  })

  it('refuses when there are fewer places than sign-ups by now', () => {
    given([added(), signedUp('a'), changed({ ...dishSlot, maxSignups: 1 })])
      .when(command())
      .thenThrows(DomainError, (it) => it.code === 'SLOT_FULL')
  })

  it('names what is in a dish, and nothing where none are named', () => {
    const { data, ...event } = signedUp('c') as Extract<SlotEvent, { type: 'SignedUp' }>
    given([added()])
      .when(command({ allergens: { listed: ['milk', 'soy'], other: 'rye' } }))
      .then([{ ...event, data: { ...data, allergens: ['milk', 'soy'], otherAllergens: 'rye' } }])
    given([added(servingSlot)])
      .when(command({ allergens: { listed: [], other: '' } }))
      .then([signedUp('c')])
    given([added(servingSlot)])
      .when(command({ allergens: { listed: ['milk'], other: '' } }))
      .thenThrows(DomainError, (it) => it.code === 'NOT_A_DISH')
  })

  it('lets one person bring the same dish twice', () => {
    given([added(), signedUp('a', 'c@example.org')])
      .when(command())
      .then([signedUp('c')])
  })

  it('refuses a slot that never was or is no more', () => {
    for (const events of [[], [added(), deleted()]])
      given(events)
        .when(command())
        .thenThrows(DomainError, (it) => it.code === 'UNKNOWN_SLOT' && it.fields?.slotId !== undefined)
  })

  it('refuses a captain of no registered team', () => {
    given([added()])
      .when(command({ isTeamKnown: false }))
      .thenThrows(DomainError, (it) => it.code === 'UNKNOWN_CAPTAIN' && it.fields?.captainId !== undefined)
  })
})

describe('Signing up twice for the same half hour of serving', () => {
  const again = { email: 'bECKY@example.ORG', visitorId: 'visitor-b' }
  const full = [signedUp('a', 'Becky@Example.org'), signedUp('b')]
  const isRefusedWith = (code: string, changes: Partial<SignUpData>, ...before: SlotEvent[]) =>
    given([added(servingSlot), ...before])
      .when(command({ ...again, ...changes }))
      .thenThrows(DomainError, (it) => it.code === code)

  it.each([
    ['the device that did it', { knownBy: 'cookie', visitorId: 'visitor-a' }],
    ['a device that opened the link of its mail', { knownBy: 'cookie', isOwnAddress: true }],
    ['a caller without a cookie, who may be the one whose answer was lost', { knownBy: 'nothing' }],
    ['staff', { knownBy: 'token' }],
  ] as const)('is refused to %s, in any case of the letters', (_, changes) => {
    isRefusedWith('ALREADY_SIGNED_UP', changes, signedUp('a', 'Becky@Example.org'))
  })

  it.each([
    ['the device that did it', { knownBy: 'cookie', visitorId: 'visitor-a' }],
    ['a caller without a cookie who repeats all that was said', { knownBy: 'nothing' }],
    ['staff', { knownBy: 'token' }],
  ] as const)('learns so even of a full slot: %s', (_, changes) => {
    isRefusedWith('ALREADY_SIGNED_UP', changes, ...full)
  })

  it('is refused to staff under any name and for any team, also in a full slot', () => {
    const other = { knownBy: 'token', name: 'Sid', teamId: 'team-b' } as const
    isRefusedWith('ALREADY_SIGNED_UP', other, signedUp('a', 'Becky@Example.org'))
    isRefusedWith('ALREADY_SIGNED_UP', other, ...full)
  })

  it('is refused to a caller without a cookie under any name where there is room', () => {
    isRefusedWith('ALREADY_SIGNED_UP', { knownBy: 'nothing', name: 'Sid' }, signedUp('a', 'Becky@Example.org'))
  })

  it('is refused to the device that did it, also where another one took the same address', () => {
    const others: SlotEvent = {
      type: 'SignedUp',
      data: { signupId: 'b', teamId: 'team-b', visitorId: 'visitor-b', person: { name: 'Sid', email: again.email } },
    }
    isRefusedWith(
      'ALREADY_SIGNED_UP',
      { knownBy: 'cookie', visitorId: 'visitor-a' },
      signedUp('a', 'Becky@Example.org'),
      others,
    )
  })

  it('is another matter than another address: staff sign up as many people as there are places', () => {
    given([added(servingSlot), signedUp('a')])
      .when(command({ knownBy: 'token' }))
      .then([signedUp('c')])
  })

  it('reveals nothing to another visitor: the address counts as their own', () => {
    given([added(servingSlot), signedUp('a', 'c@example.org')])
      .when(command({ knownBy: 'cookie', visitorId: 'visitor-b' }))
      .then([
        {
          type: 'SignedUp',
          data: {
            signupId: 'c',
            teamId: 'team-a',
            visitorId: 'visitor-b',
            person: { name: 'Becky', email: 'c@example.org' },
          },
        },
      ])
  })

  it.each([
    ['another visitor', { knownBy: 'cookie' }],
    ['a caller without a cookie who knows the address but not the name', { knownBy: 'nothing', name: 'Sid' }],
    ['a caller without a cookie who knows the address but not the team', { knownBy: 'nothing', teamId: 'team-b' }],
  ] as const)('says of a full slot no more than that to %s', (_, changes) => {
    isRefusedWith('SLOT_FULL', changes, ...full)
  })
})

describe('Correcting a sign-up', () => {
  const given = DeciderSpecification.for(correctSignupDecider)
  const correct = (email = 'becky@example.org', name = 'Becky', reason?: string): CorrectSignup => ({
    type: 'CorrectSignup',
    data: { signupId: 'a', person: { name, email }, reason },
    metadata,
  })
  const refused = (code: string) => (error: DomainError) => error.code === code

  it('notes the new address, once', () => {
    given([added(), signedUp('a')])
      .when(correct())
      .then([correctedTo('a', 'becky@example.org')])
    given([added(), signedUp('a'), correctedTo('a', 'becky@example.org')])
      .when(correct('Becky@example.org'))
      .thenNothingHappened()
  })

  it('lets no one serve twice in the same half hour, and bring a dish twice', () => {
    const both = [signedUp('a'), signedUp('b', 'becky@example.org')]
    given([added(servingSlot), ...both])
      .when(correct())
      .thenThrows(DomainError, refused('ALREADY_SIGNED_UP'))
    given([added(), ...both])
      .when(correct())
      .then([correctedTo('a', 'becky@example.org')])
  })

  it('notes the new name, also of who serves, and why', () => {
    given([added(servingSlot), signedUp('a')])
      .when(correct('a@example.org', 'Rebecca'))
      .then([correctedTo('a', 'a@example.org', 'Rebecca')])
    given([added(), signedUp('a')])
      .when(correct('a@example.org', 'Rebecca', 'A typo'))
      .then([
        {
          type: 'SignupCorrected',
          data: { signupId: 'a', person: { name: 'Rebecca', email: 'a@example.org' }, reason: 'A typo' },
        },
      ])
    given([added(), walkedIn('a')])
      .when(correct('', 'Polly'))
      .then([correctedTo('a', '', 'Polly')])
    given([added(), walkedIn('a'), correctedTo('a', '', 'Polly')])
      .when(correct('', 'Polly'))
      .thenNothingHappened()
  })

  it('is refused of a person who was forgotten', () => {
    const forgotten = correctedTo('a', '', forgottenName)
    for (const entry of [signedUp('a', ''), walkedIn('a')])
      given([added(), entry, forgotten]).when(correct('', 'Polly')).thenThrows(DomainError, refused('NO_PRIVATE_LINK'))
  })

  it('is refused where there is no sign-up, or none with an address', () => {
    for (const events of [[added()], [added(), signedUp('a'), removed('a')], [added(), signedUp('a'), deleted('a')]])
      given(events).when(correct()).thenThrows(DomainError, refused('SIGNUP_NOT_FOUND'))
    given([added(), walkedIn('a')])
      .when(correct())
      .thenThrows(DomainError, refused('NO_PRIVATE_LINK'))
  })
})

describe('Freeing a place in a slot', () => {
  const given = DeciderSpecification.for(freePlaceDecider)
  const command: FreePlace = { type: 'FreePlace', data: { signupId: 'a' }, metadata }

  it('gives the place free', () => {
    given([added(), signedUp('a'), signedUp('b')])
      .when(command)
      .then([removed('a')])
  })

  it('leaves the sign-ups of others', () => {
    given([added(), signedUp('a'), signedUp('b'), removed('a')])
      .when(command)
      .thenNothingHappened()
  })

  it('finds nothing to do the second time, or when the slot is gone', () => {
    for (const events of [[added(), signedUp('a'), removed('a')], [added(), signedUp('a'), deleted('a')], []])
      given(events).when(command).thenNothingHappened()
  })
})

describe('Taking a place in a slot again', () => {
  const given = DeciderSpecification.for(takePlaceDecider)
  const restore = (signupId: string, made: TakePlace['data']['made'] = asMade(signupId)): TakePlace => ({
    type: 'TakePlace',
    data: { made },
    metadata,
  })
  const asMade = (signupId: string) => ({ type: 'SignedUp', data: restoredTo(signupId).data }) as const

  it('puts it back in its slot, also where that is full by now', () => {
    given([added({ ...dishSlot, maxSignups: 1 }), signedUp('pie'), removed('pie'), signedUp('rolls')])
      .when(restore('pie'))
      .then([restoredTo('pie')])
  })

  it('happens once', () => {
    given([added(), signedUp('pie'), removed('pie'), restoredTo('pie')])
      .when(restore('pie'))
      .thenNothingHappened()
  })

  it('of a person who walked in records the same walk-in again', () => {
    given([added(), walkedIn('pie'), removed('pie')])
      .when(restore('pie', walkedIn('pie')))
      .then([walkedIn('pie')])
  })

  it('is refused where the slot is gone', () => {
    given([added(), signedUp('pie'), deleted('pie')])
      .when(restore('pie'))
      .thenThrows(DomainError, (it) => it.code === 'SLOT_DELETED')
  })
})
