import { describe, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import { type Allergens, noneNamed } from './allergens.ts'
import { type NameAllergens, nameAllergensDecider } from './name-allergens.ts'
import { added, deleted, metadata, named, removed, servingSlot, signedUp, walkedIn } from './slot.fixture.ts'

const given = DeciderSpecification.for(nameAllergensDecider)
const milk: Allergens = { listed: ['milk'], other: '' }
const all: Allergens = { listed: ['milk', 'wheat'], other: 'rye' }
const name = (allergens: Allergens): NameAllergens => ({
  type: 'NameAllergens',
  data: { signupId: 'a', allergens },
  metadata,
})
const isRefused = (code: string) => (error: DomainError) => error.code === code

describe('Naming the allergens of a dish', () => {
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
