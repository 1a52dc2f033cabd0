import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { now, pool, published, saved, unpublished } from '../facts.fixture.ts'
import { type PublishPools, publishPoolsDecider, unpublishPoolsDecider } from './decide.ts'

describe('Publishing pools', () => {
  const given = DeciderSpecification.for(publishPoolsDecider)
  const publishKnowing = (...teams: string[]): PublishPools => ({
    type: 'PublishPools',
    data: { teams: new Map(teams.map((team) => [team, 'rec'])) },
    metadata: { now },
  })
  const publish = publishKnowing('huck', 'becky')
  const draft = saved(pool('A', ['huck', 'becky']))

  it('makes the draft public', () => {
    given([draft]).when(publish).then([published])
    given([draft, published, unpublished]).when(publish).then([published])
  })

  it('makes a draft public that has empty places', () => {
    given([saved(pool('A', ['huck', null]))])
      .when(publish)
      .then([published])
  })

  it('changes nothing where there is no draft', () => {
    given([]).when(publish).thenNothingHappened()
    given([draft, published]).when(publish).thenNothingHappened()
  })

  it('takes what was public away when the draft has no pools', () => {
    given([draft, published, saved()]).when(publish).then([published])
  })

  it('refuses a draft with a team that was removed since', () => {
    given([draft])
      .when(publishKnowing('becky'))
      .thenThrows(DomainError, (error) => error.code === 'POOL_TEAM_UNKNOWN')
  })
})

describe('Unpublishing pools', () => {
  const given = DeciderSpecification.for(unpublishPoolsDecider)
  const unpublish = { type: 'UnpublishPools' as const, data: {}, metadata: { now } }
  const draft = saved(pool('A', ['huck', 'becky']))

  it('takes back what is public', () => {
    given([draft, published]).when(unpublish).then([unpublished])
    given([draft, published, draft]).when(unpublish).then([unpublished])
  })

  it('changes nothing where nothing is public', () => {
    given([]).when(unpublish).thenNothingHappened()
    given([draft]).when(unpublish).thenNothingHappened()
    given([draft, published, unpublished]).when(unpublish).thenNothingHappened()
  })
})
