import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { now, pool, published, saved, unpublished } from '../facts.fixture.ts'
import { unpublishPoolsDecider } from './decide.ts'

const given = DeciderSpecification.for(unpublishPoolsDecider)
const unpublish = { type: 'UnpublishPools' as const, data: {}, metadata: { now } }
const draft = saved(pool('A', ['huck', 'becky']))

describe('Unpublishing pools', () => {
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
