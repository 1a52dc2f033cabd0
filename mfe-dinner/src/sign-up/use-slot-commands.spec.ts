import { noDetails } from '@ultimate/events/dinner/dish-details.ts'
import { added, dishSlot, servingSlot, signedUp } from '@ultimate/events/dinner/slot.fixture.ts'
import { signUpDecider } from '@ultimate/events/dinner/slot.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { findRefusal } from '@ultimate/events/language/domain-error.ts'
import { describe, expect, it } from 'vitest'
import type { Person } from '../volunteers/person.ts'
import { applyChange, choosePlus, type PressedChange } from './use-slot-commands.ts'

const person: Person = { name: 'Becky', email: 'becky@example.org', captainId: 'team' }
const body = { personName: 'Becky', email: 'becky@example.org', captainId: 'team', slotId: 'slot' }
const dish = { id: 'slot', category: 'dishes', max_signups: 2 } as Slot
const serving = { ...dish, category: 'serving', time_slot: '18:00' } as Slot
const signup = (id: string, email: string) => ({ id, person_name: 'Becky', email, checked_in: false }) as OwnSignup
const signingUp: PressedChange = {
  kind: 'sign-up',
  body,
  countAtPress: 1,
  ownCountAtPress: 0,
}
const canceling: PressedChange = {
  kind: 'cancel-signup',
  signup: signup('a', 'becky@example.org'),
  countAtPress: 2,
  ownCountAtPress: 1,
}

describe('The plus', () => {
  const mine = applyChange(1, [signup('a', 'BECKY@example.org')], undefined)

  it('stays on a dish that the same person brings already', () =>
    expect(choosePlus(dish, mine, person)).toEqual({ kind: 'sign-up', person }))

  it.each([dish, serving])('is hidden only when the slot ($category) is full or the information incomplete', (slot) => {
    expect(choosePlus(slot, applyChange(2, [], undefined), person)).toEqual({ kind: 'hidden' })
    expect(choosePlus(slot, applyChange(3, [], undefined), person)).toEqual({ kind: 'hidden' })
    expect(choosePlus(slot, applyChange(1, [], undefined), null)).toEqual({ kind: 'hidden' })
    expect(choosePlus(slot, applyChange(1, [], undefined), person)).toEqual({ kind: 'sign-up', person })
  })

  it('lets a server step down, ignoring the case of the address', () =>
    expect(choosePlus(serving, mine, person)).toMatchObject({ kind: 'cancel', signup: { id: 'a' } }))

  it('signs up another person of the same device', () => {
    const tom = { ...person, email: 'tom@example.org' }
    expect(choosePlus(serving, mine, tom)).toEqual({ kind: 'sign-up', person: tom })
  })
})

it.each([dishSlot, servingSlot])(
  'The plus signs a person up again where the server would ($category)',
  (definition) => {
    const state = [added(definition), signedUp('a', person.email)].reduce(
      signUpDecider.evolve,
      signUpDecider.initialState(),
    )
    const { name, email, captainId: teamId } = person
    const known = {
      isTeamKnown: true,
      visitorId: 'visitor-a',
      knownBy: 'cookie',
      isOwnAddress: true,
      details: noDetails,
    } as const
    const data = { signupId: 'b', teamId, name, email, ...known }
    const refusal = findRefusal(() =>
      signUpDecider.decide({ type: 'SignUp', data, metadata: { now: new Date(0) } }, state),
    )
    const slot = { ...dish, category: definition.category, max_signups: definition.maxSignups }
    const plus = choosePlus(slot, applyChange(1, [signup('a', email)], undefined), person)
    expect(plus.kind).toBe(refusal === null ? 'sign-up' : 'cancel')
  },
)

describe('A slot with a command under way', () => {
  it('shows a sign-up at once', () => {
    const shown = applyChange(1, [], signingUp)
    expect(shown.count).toBe(2)
    expect(shown.ownSignups).toMatchObject([{ person_name: 'Becky', isPending: true }])
  })

  it('does not count it twice when an update comes before the answer', () => {
    const shown = applyChange(2, [signup('a', 'becky@example.org')], signingUp)
    expect(shown).toMatchObject({ count: 2, ownSignups: [{ id: 'a' }] })
    expect(shown.ownSignups).toHaveLength(1)
  })

  it('shows a cancellation at once, and once', () => {
    expect(applyChange(2, [signup('a', 'becky@example.org')], canceling)).toEqual({ count: 1, ownSignups: [] })
    expect(applyChange(1, [], canceling)).toEqual({ count: 1, ownSignups: [] })
  })

  it('counts what others do meanwhile', () => {
    expect(applyChange(5, [], signingUp).count).toBe(5)
    expect(applyChange(0, [], canceling).count).toBe(0)
  })
})
