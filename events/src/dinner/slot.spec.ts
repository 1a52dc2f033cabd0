import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import { forgottenName } from '../language/forgotten.ts'
import { type Allergens, noneNamed } from './allergens.ts'
import { minute } from './dinner.fixture.ts'
import { noDetails } from './dish-details.ts'
import type { SlotEvent } from './events.ts'
import {
  added,
  changed,
  correctedTo,
  deleted,
  dishSlot,
  metadata,
  named,
  removed,
  restoredTo,
  servingSlot,
  signedUp,
  slotRestored,
  walkedIn,
} from './slot.fixture.ts'
import {
  type AddSlot,
  addSlotDecider,
  type ChangeSlot,
  type CorrectSignup,
  changeSlotDecider,
  correctSignupDecider,
  type DeleteSlot,
  deleteSlotDecider,
  evolve,
  type FirstEntry,
  type FreePlace,
  freePlaceDecider,
  initialState,
  isFull,
  type NameAllergens,
  nameAllergensDecider,
  type RestoreSlot,
  restoreSlotDecider,
  type SignUp,
  type SignUpData,
  signUpDecider,
  slotIdOf,
  slotStream,
  type TakePlace,
  takePlaceDecider,
  type WalkIn,
  walkInDecider,
} from './slot.ts'
import { newSlot, type SlotChange } from './slots/slot-schema.ts'

const after = (...events: SlotEvent[]) => events.reduce(evolve, initialState())

describe('A slot', () => {
  it('is unknown until it is added', () => {
    expect(after()).toEqual({ status: 'unknown' })
    expect(after(signedUp('a'), changed(servingSlot), deleted())).toEqual({ status: 'unknown' })
  })

  it('remembers who is signed up, in any case of their letters', () => {
    expect(after(added(), signedUp('a', 'Becky@Example.org'), signedUp('b', 'joe@example.org'), removed('b'))).toEqual({
      status: 'open',
      definition: dishSlot,
      revision: 1,
      signups: [
        {
          id: 'a',
          email: 'becky@example.org',
          name: 'Becky',
          teamId: 'team-a',
          visitorId: 'visitor-a',
          details: noDetails,
        },
      ],
    })
  })

  it('knows who walked in by no address and no team, and that no visitor may remove them', () => {
    expect(after(added(), walkedIn('a'))).toMatchObject({
      signups: [{ id: 'a', email: '', name: 'Aunt Polly', teamId: '', visitorId: '' }],
    })
    expect(after(added(), walkedIn('a'), removed('a'))).toEqual(after(added()))
  })

  it('counts changes of its definition, and no sign-ups', () => {
    expect(after(added(), signedUp('a'), changed(servingSlot), signedUp('b'))).toMatchObject({
      definition: servingSlot,
      revision: 2,
    })
  })

  it('stays deleted', () => {
    expect(after(added(), deleted(), signedUp('a'), changed(dishSlot))).toEqual({
      status: 'deleted',
      definition: dishSlot,
      revision: 1,
    })
  })

  it('is open again once it is restored, without sign-ups, and another one to those who saw it before', () => {
    const back = after(added(), changed(servingSlot), signedUp('a'), deleted('a'), slotRestored(3, servingSlot))
    expect(back).toEqual({ status: 'open', definition: servingSlot, revision: 3, signups: [] })
    expect(after(added(), signedUp('a'), slotRestored())).toEqual(after(added(), signedUp('a')))
  })

  it('is not touched by an unknown fact', () => {
    const unknown = { type: 'SlotPainted', data: {} } as unknown as SlotEvent
    expect(after(added(), signedUp('a'), unknown)).toEqual(after(added(), signedUp('a')))
  })

  it('has a stream of its own', () => {
    expect(slotIdOf(slotStream('abc-1'))).toBe('abc-1')
  })
})

describe('A slot with as many sign-ups as places', () => {
  it('is full, also where the number of places was lowered since', () =>
    expect([isFull(1, 2), isFull(2, 2), isFull(3, 2)]).toEqual([false, true, true]))
})

describe('Adding a slot', () => {
  const given = DeciderSpecification.for(addSlotDecider)
  const add = (fields: unknown): AddSlot => ({ type: 'AddSlot', data: newSlot.parse(fields), metadata })

  it('records a dish, with a recipe only where there is one', () => {
    const fields = { category: 'dishes', name: 'Cranberry sauce', description: 'For ten.', max_signups: 2 }
    given([])
      .when(add(fields))
      .then([added(dishSlot)])
    given([])
      .when(add({ ...fields, recipe_title: 'Grandma’s', recipe_ingredients: '' }))
      .then([added({ ...dishSlot, recipe: { title: 'Grandma’s', ingredients: '', instructions: '' } })])
  })

  it('records half an hour of serving', () => {
    given([])
      .when(add({ category: 'serving', name: 'Carving', time_slot: '18:30', max_signups: 2 }))
      .then([added(servingSlot)])
  })

  it('adds nothing when the slot is there', () => {
    given([added()])
      .when(add({ category: 'dishes', name: 'Cranberry sauce' }))
      .thenNothingHappened()
  })
})

describe('Changing a slot', () => {
  const given = DeciderSpecification.for(changeSlotDecider)
  const change = (fields: SlotChange, expectedRevision?: number): ChangeSlot => ({
    type: 'ChangeSlot',
    data: { change: fields, expectedRevision },
    metadata,
  })
  const recipe = { title: 'Grandma’s', ingredients: 'Berries', instructions: 'Boil.' }

  it('changes what is named and leaves the rest', () => {
    given([added({ ...dishSlot, recipe })])
      .when(change({ name: 'Relish', recipe_title: 'Aunt’s' }))
      .then([changed({ ...dishSlot, name: 'Relish', recipe: { ...recipe, title: 'Aunt’s' } })])
    given([added()])
      .when(change({ name: 'Relish', description: undefined }))
      .then([changed({ ...dishSlot, name: 'Relish' })])
  })

  it('lets the number of places fall below the number of sign-ups', () => {
    given([added(), signedUp('a'), signedUp('b')])
      .when(change({ max_signups: 1 }))
      .then([changed({ ...dishSlot, maxSignups: 1 })])
  })

  it('appends nothing where nothing changes', () => {
    given([added({ ...dishSlot, recipe })])
      .when(change({ name: dishSlot.name, recipe_instructions: 'Boil.' }))
      .thenNothingHappened()
    given([added()]).when(change({})).thenNothingHappened()
  })

  it('turns a dish into serving and back while there are no sign-ups', () => {
    given([added(), signedUp('a'), removed('a')])
      .when(change({ category: 'serving', name: 'Carving', description: '', time_slot: '18:30' }))
      .then([changed(servingSlot)])
    given([added(servingSlot)])
      .when(change({ category: 'dishes', time_slot: null }))
      .then([changed({ ...dishSlot, name: 'Carving', description: '' })])
  })

  it('refuses that once there are sign-ups', () => {
    given([added(), signedUp('a')])
      .when(change({ category: 'serving', time_slot: '18:30' }))
      .thenThrows(DomainError, (it) => it.code === 'SLOT_HAS_SIGNUPS')
  })

  it.each<[string, SlotChange, string]>([
    ['a time for a dish', { time_slot: '18:00' }, 'time_slot'],
    ['serving without a time', { category: 'serving' }, 'time_slot'],
    ['a recipe for serving', { category: 'serving', time_slot: '18:00', recipe_title: 'Pie' }, 'recipe_title'],
  ])('refuses %s', (_, fields, field) => {
    given([added()])
      .when(change(fields))
      .thenThrows(DomainError, (it) => it.code === 'INVALID_FIELDS' && Object.keys(it.fields ?? {}).join() === field)
  })

  it('refuses an editor who has not seen the latest definition; sign-ups do not stop an editor', () => {
    given([added(), signedUp('a')])
      .when(change({ name: 'Relish' }, 1))
      .then([changed({ ...dishSlot, name: 'Relish' })])
    given([added(), changed({ ...dishSlot, name: 'Jelly' })])
      .when(change({ name: 'Relish' }, 1))
      .thenThrows(DomainError, (it) => it.code === 'STALE')
  })

  it('refuses a slot that never was or is no more', () => {
    for (const events of [[], [added(), deleted()]])
      given(events)
        .when(change({ name: 'Relish' }))
        .thenThrows(DomainError, (it) => it.code === 'SLOT_NOT_FOUND')
  })
})

describe('Deleting a slot', () => {
  const given = DeciderSpecification.for(deleteSlotDecider)
  const command = (expectedRevision?: number): DeleteSlot => ({
    type: 'DeleteSlot',
    data: { expectedRevision },
    metadata,
  })

  it('takes its sign-ups with it', () => {
    given([added(), signedUp('a'), signedUp('b'), removed('a')])
      .when(command())
      .then([deleted('b')])
  })

  it('refuses a slot that never was or is no more', () => {
    for (const events of [[], [added(), deleted()]])
      given(events)
        .when(command())
        .thenThrows(DomainError, (it) => it.code === 'SLOT_NOT_FOUND')
  })

  it('deletes for an editor who has seen the latest definition, also where sign-ups came since', () => {
    given([added(), changed({ ...dishSlot, name: 'Jelly' }), signedUp('a')])
      .when(command(2))
      .then([deleted('a')])
  })

  it('refuses an editor who has not seen the latest definition', () => {
    given([added(), changed({ ...dishSlot, name: 'Jelly' })])
      .when(command(1))
      .thenThrows(DomainError, (it) => it.code === 'STALE')
  })
})

describe('Restoring a deleted slot', () => {
  const given = DeciderSpecification.for(restoreSlotDecider)
  const command: RestoreSlot = { type: 'RestoreSlot', data: {}, metadata }

  it('describes it as it was when it was deleted', () => {
    given([added(), changed(servingSlot), deleted('a')])
      .when(command)
      .then([slotRestored(3, servingSlot)])
  })

  it('does nothing to one that is there, or never was', () => {
    for (const events of [[], [added()], [added(), deleted(), slotRestored()]])
      given(events).when(command).thenNothingHappened()
  })
})

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
    details: noDetails,
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
      .when(command({ details: { allergens: { listed: ['milk', 'soy'], other: 'rye' } } }))
      .then([{ ...event, data: { ...data, allergens: ['milk', 'soy'], otherAllergens: 'rye' } }])
    given([added(servingSlot)])
      .when(command({ details: noDetails }))
      .then([signedUp('c')])
    given([added(servingSlot)])
      .when(command({ details: { allergens: { listed: ['milk'], other: '' } } }))
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
  ] as const)('answers only that the slot is full to %s', (_, changes) => {
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
  const restore = (signupId: string, entry: FirstEntry = asEntry(signupId)): TakePlace => ({
    type: 'TakePlace',
    data: { entry },
    metadata,
  })
  const asEntry = (signupId: string) => ({ type: 'SignedUp', data: restoredTo(signupId).data }) as const

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

describe('Naming the allergens of a dish', () => {
  const given = DeciderSpecification.for(nameAllergensDecider)
  const milk: Allergens = { listed: ['milk'], other: '' }
  const all: Allergens = { listed: ['milk', 'wheat'], other: 'rye' }
  const name = (allergens: Allergens): NameAllergens => ({
    type: 'NameAllergens',
    data: { signupId: 'a', allergens },
    metadata,
  })
  const isRefused = (code: string) => (error: DomainError) => error.code === code

  it('replaces those that were named before, once', () => {
    given([added(), signedUp('a')])
      .when(name(all))
      .then([named('a', all)])
    given([added(), walkedIn('a'), named('a', all)])
      .when(name(milk))
      .then([named('a', milk)])
    given([added(), signedUp('a'), named('a', milk), signedUp('b'), named('b', all)])
      .when(name(milk))
      .thenNothingHappened()
  })

  it('names none any more, and nothing where none were named', () => {
    given([added(), signedUp('a'), named('a', all)])
      .when(name(noneNamed))
      .then([named('a', noneNamed)])
    given([added(), signedUp('a')])
      .when(name(noneNamed))
      .thenNothingHappened()
  })

  it('knows what was named with the sign-up', () => {
    const { type, data } = signedUp('a')
    const withMilk = { type, data: { ...data, allergens: ['milk'] } } as ReturnType<typeof signedUp>
    given([added(), withMilk]).when(name(milk)).thenNothingHappened()
  })

  it('is refused where there is no sign-up', () => {
    for (const events of [
      [],
      [added()],
      [added(), signedUp('a'), removed('a')],
      [added(), signedUp('a'), deleted('a')],
    ])
      given(events).when(name(milk)).thenThrows(DomainError, isRefused('SIGNUP_NOT_FOUND'))
  })

  it('is refused of a person who serves, who may say that there are none', () => {
    given([added(servingSlot), signedUp('a')])
      .when(name(milk))
      .thenThrows(DomainError, (it) => it.code === 'NOT_A_DISH' && it.fields?.allergens !== undefined)
    given([added(servingSlot), signedUp('a')])
      .when(name(noneNamed))
      .thenNothingHappened()
  })
})

describe('Walking in', () => {
  const given = DeciderSpecification.for(walkInDecider)
  const command = (at: Date | null = null, timeTrusted?: false): WalkIn => ({
    type: 'WalkIn',
    data: {
      signupId: 'w',
      name: 'Aunt Polly',
      team: '',
      details: noDetails,
      at,
      ...(timeTrusted === false && { timeTrusted }),
    },
    metadata: { now: minute(30) },
  })

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
    const milk: WalkIn = { ...rest, data: { ...data, details: { allergens: { listed: ['milk'], other: '' } } } }
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

  it('marks where the time of the device could not be true', () => {
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
