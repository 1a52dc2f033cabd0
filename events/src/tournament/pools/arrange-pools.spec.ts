import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../../language/decider-specification.fixture.ts'
import { DomainError } from '../../language/domain-error.ts'
import { freed, now, pool, published, saved, unpublished } from '../facts.fixture.ts'
import type { Division } from '../team.ts'
import {
  type FreePlaces,
  freePlacesDecider,
  type GiveBackPlaces,
  giveBackPlacesDecider,
  type PublishPools,
  type PutBackPools,
  publishPoolsDecider,
  putBackPools,
  putBackPoolsDecider,
  type SavePools,
  savePools,
  savePoolsDecider,
  unpublishPoolsDecider,
} from './arrange-pools.ts'
import type { SavedPool } from './pools-api.ts'
import { initialState, type Pools } from './pools-state.ts'

describe('Saving pools', () => {
  const given = DeciderSpecification.for(savePoolsDecider)

  const teams = new Map<string, Division>([
    ['huck', 'rec'],
    ['becky', 'rec'],
    ['joe', 'rec'],
    ['pap', 'comp'],
  ])
  const save = (...pools: SavedPool[]): SavePools => ({
    type: 'SavePools',
    data: { division: 'rec', pools, teams },
    metadata: { now },
  })
  const full = (letter: string) => pool(letter, ['huck', 'becky'])
  const empty = (letter: string) => pool(letter, [null, null])

  describe('A draft', () => {
    it('records the whole arrangement', () => {
      // Compared here because the specification's own comparison knows no null inside an event.
      const decided = savePools(save(pool('A', ['huck', null]), empty('B')), initialState())
      expect(decided).toEqual([saved(pool('A', ['huck', null]), empty('B'))])
    })

    it('puts the pools in the order of their names', () => {
      expect(savePools(save(empty('AA'), empty('B'), empty('A')), initialState())).toEqual([
        saved(empty('A'), empty('B'), empty('AA')),
      ])
    })

    it('records nothing when everything is so already, in any order', () => {
      given([saved(full('A'))])
        .when(save(full('A')))
        .thenNothingHappened()
      expect(savePools(save(empty('B'), full('A')), { saved: [full('A'), empty('B')], published: [] })).toEqual([])
    })

    it('records a draft that equals what is public, because a draft is something to publish', () => {
      given([saved(full('A')), published])
        .when(save(full('A')))
        .then([saved(full('A'))])
    })

    it('records that all pools are gone only where there were any', () => {
      given([]).when(save()).thenNothingHappened()
      given([saved()]).when(save()).thenNothingHappened()
      given([saved(full('A')), published, saved()])
        .when(save())
        .thenNothingHappened()
      given([saved(full('A')), published])
        .when(save())
        .then([saved()])
    })
  })

  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...empty('A'), id: `pool-${index}`, name: `Pool ${index}` }))

  const otherId = 'Another pool has this id.'
  const refused: [rule: string, pools: SavedPool[], code: string, field: string, sentence: string][] = [
    ['more than 26 pools', many(27), 'TOO_MANY_POOLS', 'pools', 'Please use at most 26 pools.'],
    ['a thousand pools', many(1000), 'TOO_MANY_POOLS', 'pools', 'Please use at most 26 pools.'],
    ['two pools of one id', [empty('A'), { ...empty('B'), id: 'pool-a' }], 'POOL_TWICE', 'pools.1.id', otherId],
    ['a pool of one place', [pool('A', [null])], 'POOL_SIZE', 'pools.0.size', 'Pool size must be at least 2'],
    [
      'a pool of nine places',
      [pool('A', Array(9).fill(null))],
      'POOL_SIZE',
      'pools.0.size',
      'Pool size cannot exceed 8',
    ],
    [
      'fewer places than the size',
      [{ ...empty('A'), size: 3 }],
      'POOL_LENGTH',
      'pools.0.teams',
      'This pool has 3 places, and 2 are listed.',
    ],
    [
      'more places than the size',
      [empty('A'), { ...pool('B', [null, null, null]), size: 2 }],
      'POOL_LENGTH',
      'pools.1.teams',
      'This pool has 2 places, and 3 are listed.',
    ],
    ['an unknown team', [pool('A', ['muff', null])], 'POOL_TEAM_UNKNOWN', 'pools.0.teams.0', 'There is no such team.'],
    [
      'a team of the other division',
      [pool('A', [null, 'pap'])],
      'POOL_TEAM_FOREIGN',
      'pools.0.teams.1',
      'This team plays in the other division.',
    ],
    [
      'a team twice in one pool',
      [pool('A', ['huck', 'huck'])],
      'POOL_TEAM_TWICE',
      'pools.0.teams.1',
      'This team is already in another place.',
    ],
    [
      'a team in two pools',
      [full('A'), pool('B', [null, 'huck'])],
      'POOL_TEAM_TWICE',
      'pools.1.teams.1',
      'This team is already in another place.',
    ],
  ]

  describe('An arrangement is refused', () => {
    it.each(refused)('with %s', (_, pools, code, field, sentence) => {
      given([])
        .when(save(...pools))
        .thenThrows(DomainError, (error) => {
          expect(error).toMatchObject({ code, fields: { [field]: sentence } })
          return Object.keys(error.fields ?? {}).length === 1
        })
    })

    it('not for being as large as it may be', () => {
      expect(savePools(save(...many(26)), initialState())).toHaveLength(1)
      expect(savePools(save(pool('A', Array(8).fill(null)), pool('B', [null, null])), initialState())).toHaveLength(1)
    })
  })
})

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

describe('Freeing the places of removed teams', () => {
  const given = DeciderSpecification.for(freePlacesDecider)
  const free = (...teams: string[]): FreePlaces => ({ type: 'FreePlaces', data: { teams }, metadata: { now } })
  const a = saved(pool('A', ['huck', 'becky']))
  const b = saved(pool('B', ['joe', 'huck']))

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

describe('Putting pools back', () => {
  const given = DeciderSpecification.for(putBackPoolsDecider)
  const [a, b] = [pool('A', ['huck', null]), pool('B', ['becky', 'joe'])]
  const putBack = (pools: Pools, ...teams: string[]): PutBackPools => ({
    type: 'PutBackPools',
    data: { pools, teams: new Set(teams.length > 0 ? teams : ['huck', 'becky', 'joe']) },
    metadata: { now },
  })
  const back = (pools: Pools) => ({ type: 'PoolsPutBack', data: pools })
  const decided = (pools: Pools, before: Pools) => putBackPools(putBack(pools), before)

  it('records draft and public pools as they were', () => {
    const [none, draft, both] = [initialState(), { saved: [a], published: [] }, { saved: [a], published: [b] }]
    expect(decided(draft, none)).toEqual([back(draft)])
    expect(decided(both, draft)).toEqual([back(both)])
    expect(decided(none, both)).toEqual([back(none)])
    expect(decided({ saved: [], published: [] }, none)).toEqual([back({ saved: [], published: [] })])
  })

  it('makes them so', () => {
    const pools = { saved: null, published: [b] }
    const [event] = putBackPoolsDecider.decide(putBack(pools), { saved: [a], published: [] })
    expect(event && putBackPoolsDecider.evolve(putBackPoolsDecider.initialState(), event)).toEqual(pools)
  })

  it('records nothing where they are so, also where their fields come in another order', () => {
    const turned = { teams: a.teams, size: a.size, name: a.name, id: a.id }
    expect(decided({ saved: [a], published: [b] }, { saved: [turned], published: [b] })).toEqual([])
    expect(decided(initialState(), initialState())).toEqual([])
  })

  it('refuses pools with a team that is out by now, in the draft or in what is public', () => {
    for (const pools of [
      { saved: [a], published: [] },
      { saved: null, published: [a] },
      { saved: [b, a], published: [b] },
    ])
      given([saved()])
        .when(putBack(pools, 'becky', 'joe'))
        .thenThrows(DomainError, (error) => error.code === 'POOL_TEAM_UNKNOWN')
  })
})

describe('Giving places back', () => {
  const given = DeciderSpecification.for(giveBackPlacesDecider)
  const were: Pools = { saved: null, published: [pool('A', ['huck', 'becky'])] }
  const giveBack: GiveBackPlaces = {
    type: 'GiveBackPlaces',
    data: {
      lost: new Map([
        ['huck', were],
        ['becky', were],
      ]),
    },
    metadata: { now },
  }

  it('puts teams where they stood, in public and in a draft that was begun meanwhile', () => {
    const others = [pool('A', [null, null]), pool('B', ['joe', null])]
    given([saved(pool('A', [null, null])), published, saved(...others)])
      .when(giveBack)
      .then([
        {
          type: 'PoolsPutBack',
          data: {
            saved: [pool('A', ['huck', 'becky']), pool('B', ['joe', null])],
            published: [pool('A', ['huck', 'becky'])],
          },
        },
      ])
  })

  it('leaves alone a place that is taken, a pool that is gone, and a team that stands elsewhere', () => {
    given([saved(pool('A', ['joe', null]), pool('B', ['becky', null]))])
      .when(giveBack)
      .thenNothingHappened()
    given([saved(pool('B', [null, null]))])
      .when(giveBack)
      .thenNothingHappened()
  })
})
