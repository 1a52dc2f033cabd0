import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import { added, ended, issued, metadata, refusedWith } from '@ultimate/events/releases/part.fixture.ts'
import { describe, it } from 'vitest'
import { type EndTokens, endTokensDecider, type IssueToken, issueTokenDecider } from './release-tokens.decider.ts'

describe('Issuing a release token', () => {
  const given = DeciderSpecification.for(issueTokenDecider)
  const issue = (builtIn: string | null = null): IssueToken => ({
    type: 'IssueToken',
    data: { hash: 'hash', builtIn },
    metadata,
  })

  it('records its hash, as often as it is asked for', () => {
    given([added]).when(issue()).then([issued])
    given([added, issued]).when(issue()).then([issued])
    given([]).when(issue('1.0.0')).then([issued])
  })

  it('refuses a part that is not there', () =>
    given([])
      .when(issue())
      .thenThrows(...refusedWith('PART_NOT_FOUND')))
})

describe('Ending the release tokens of a part', () => {
  const given = DeciderSpecification.for(endTokensDecider)
  const end: EndTokens = { type: 'EndTokens', data: { builtIn: null }, metadata }

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
