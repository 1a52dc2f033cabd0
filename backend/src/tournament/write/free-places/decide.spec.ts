import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { freed, now, pool, published, saved } from '../facts.fixture.ts'
import { type FreePlaces, freePlacesDecider } from './decide.ts'

const given = DeciderSpecification.for(freePlacesDecider)
const free = (...teams: string[]): FreePlaces => ({ type: 'FreePlaces', data: { teams }, metadata: { now } })
const a = saved(pool('A', ['huck', 'becky']))
const b = saved(pool('B', ['joe', 'huck']))

describe('Freeing the places of removed teams', () => {
  it('names those that stand in the draft or in what is public', () => {
    given([a])
      .when(free('huck', 'pap'))
      .then([freed('huck')])
    given([a, published])
      .when(free('becky'))
      .then([freed('becky')])
    given([a, published, b])
      .when(free('joe', 'becky'))
      .then([freed('joe', 'becky')])
  })

  it('changes nothing where none of them stands anywhere, or does so no longer', () => {
    given([]).when(free('huck')).thenNothingHappened()
    given([a]).when(free('pap')).thenNothingHappened()
    given([a, published, freed('huck')])
      .when(free('huck'))
      .thenNothingHappened()
  })
})
