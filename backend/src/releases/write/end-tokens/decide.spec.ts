import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { added, ended, issued, metadata, refusedWith } from '../part.fixture.ts'
import { type EndTokens, endTokensDecider } from './decide.ts'

const given = DeciderSpecification.for(endTokensDecider)
const end: EndTokens = { type: 'EndTokens', data: { builtIn: null }, metadata }

describe('Ending the release tokens of a part', () => {
  it('ends all that were issued', () => given([added, issued, issued]).when(end).then([ended]))

  it('records nothing where there are none, or none any more', () => {
    given([added]).when(end).thenNothingHappened()
    given([added, issued, ended]).when(end).thenNothingHappened()
  })

  it('refuses a part that is not there', () =>
    given([])
      .when(end)
      .thenThrows(...refusedWith('PART_NOT_FOUND')))
})
