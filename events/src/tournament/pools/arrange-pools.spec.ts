import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../../language/decider-specification.fixture.ts'
import { DomainError } from '../../language/domain-error.ts'
import type { PoolsEvent } from '../events.ts'
import { freed, now, pool, published, saved, unpublished } from '../facts.fixture.ts'
import type { Division } from '../team.ts'
import {
  evolve,
  initialState,
  isSameArrangement,
  type Pools,
  type PublishPools,
  type PutBackPools,
  poolChanges,
  poolsIdOf,
  poolsStream,
  publishPoolsDecider,
  putBackPools,
  putBackPoolsDecider,
  type SavePools,
  savePools,
  savePoolsDecider,
  unpublishPoolsDecider,
  workingPools,
} from './arrange-pools.ts'
import { type FreePlaces, freePlacesDecider, type GiveBackPlaces, giveBackPlacesDecider } from './lost-places.ts'
import type { SavedPool } from './pools-api.ts'

const a = pool('A', ['huck', null])
const b = pool('B', ['becky', 'joe'])
const after = (...events: PoolsEvent[]) => events.reduce(evolve, initialState())

describe("A division's pools", () => {
  it('are none at first, neither drafted nor public', () => {
    expect(initialState()).toEqual({ draft: null, published: [] })
  })

  it('are drafted by saving, the last time counts, and are not public', () => {
    expect(after(saved(a), saved(b))).toEqual({ draft: [b], published: [] })
  })

  it('go public as they were saved, and the draft is over', () => {
    expect(after(saved(a), published)).toEqual({ draft: null, published: [a] })
  })

  it('stay public while the next draft is made', () => {
    expect(after(saved(a), published, saved(b))).toEqual({ draft: [b], published: [a] })
  })

  it('come back as a draft when they are unpublished, unless a newer draft is there', () => {
    expect(after(saved(a), published, unpublished)).toEqual({ draft: [a], published: [] })
    expect(after(saved(a), published, saved(b), unpublished)).toEqual({ draft: [b], published: [] })
  })

  it('lose removed teams from the draft and from what is public, and keep the places', () => {
    expect(after(saved(a), published, saved(b), freed('huck', 'joe'))).toEqual({
      draft: [pool('B', ['becky', null])],
      published: [pool('A', [null, null])],
    })
    expect(after(saved(a), published, freed('becky'))).toEqual({ draft: null, published: [a] })
  })

  it('are not touched by a publication of nothing, nor by an unknown fact', () => {
    const unknown = { type: 'PoolsShuffled', data: {} } as unknown as PoolsEvent
    const before = after(saved(a), published)
    for (const event of [published, unknown]) expect(evolve(before, event)).toEqual(before)
  })

  it('are worked on as the draft, or else as they are public', () => {
    expect(workingPools(after(saved(a), published))).toEqual([a])
    expect(workingPools(after(saved(a), published, saved()))).toEqual([])
  })

  it('find their division in the name of their stream', () => {
    expect([poolsIdOf(poolsStream('rec', '2025')), poolsIdOf('pools-mixed')]).toEqual(['rec', undefined])
    expect(poolsIdOf(poolsStream('rec', '2026'))).toBe('rec-2026')
  })
})

describe('What changed between two arrangements', () => {
  it('is nothing when they are the same', () => {
    const pools = [pool('A', ['huck', null]), pool('B', [null, 'tom'])]
    expect(poolChanges(pools, structuredClone(pools))).toEqual([])
    expect(isSameArrangement(pools, structuredClone(pools))).toBe(true)
  })

  it('names places as people call them', () => {
    const before = [pool('A', ['huck', 'tom']), pool('B', ['becky', null])]
    const after = [pool('A', ['tom', null]), pool('B', ['joe', 'huck'])]
    expect(poolChanges(before, after)).toEqual([
      { kind: 'team-moved', team: 'tom', from: 'A2', to: 'A1' },
      { kind: 'team-moved', team: 'joe', from: null, to: 'B1' },
      { kind: 'team-moved', team: 'huck', from: 'A1', to: 'B2' },
      { kind: 'team-moved', team: 'becky', from: 'B1', to: null },
    ])
  })

  it('begins with the pools themselves', () => {
    const before = [pool('A', ['huck', null]), pool('B', [null, null])]
    const after = [{ ...pool('A', ['huck', null, null]), name: 'Pool Z' }, pool('C', [null, null])]
    expect(poolChanges(before, after)).toEqual([
      { kind: 'pool-removed', pool: 'Pool B' },
      { kind: 'pool-renamed', pool: 'Pool A', to: 'Pool Z' },
      { kind: 'pool-resized', pool: 'Pool Z', from: 2, size: 3 },
      { kind: 'pool-added', pool: 'Pool C', size: 2 },
    ])
  })

  it('does not move a team whose pool only got another name', () => {
    const renamed = { ...pool('A', ['huck', null]), name: 'Pool Q' }
    expect(poolChanges([pool('A', ['huck', null])], [renamed])).toEqual([
      { kind: 'pool-renamed', pool: 'Pool A', to: 'Pool Q' },
    ])
  })

  it.each([
    ['a name', { name: 'Pool Q' }],
    ['a size', { size: 3 }],
    ['an id', { id: 'q' }],
    ['a team', { teams: ['huck', 'tom'] }],
    ['a place', { teams: ['huck', null, null] }],
  ])('makes the arrangement another one, be it only %s', (_, change) => {
    const one = pool('A', ['huck', null])
    expect(isSameArrangement([one], [{ ...one, ...change }])).toBe(false)
    expect(isSameArrangement([{ ...one, ...change }], [one])).toBe(false)
  })

  it('is a pool more or less', () => {
    const [a, b] = [pool('A', ['huck', null]), pool('B', [null, 'tom'])]
    expect(isSameArrangement([a], [a, b])).toBe(false)
    expect(isSameArrangement([a, b], [a])).toBe(false)
  })

  it('is a move also to the same position in another pool', () => {
    expect(
      poolChanges(
        [pool('A', ['huck', null]), pool('B', [null, null])],
        [pool('A', [null, null]), pool('B', ['huck', null])],
      ),
    ).toEqual([{ kind: 'team-moved', team: 'huck', from: 'A1', to: 'B1' }])
  })
})

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
    data: { division: 'rec', pools, divisionByTeam: teams },
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
      expect(savePools(save(empty('B'), full('A')), { draft: [full('A'), empty('B')], published: [] })).toEqual([])
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
    data: { registeredTeams: new Set(teams) },
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
  const free = (...teams: string[]): FreePlaces => ({
    type: 'FreePlaces',
    data: { lostTeams: teams },
    metadata: { now },
  })
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
    data: { pools, registeredTeams: new Set(teams.length > 0 ? teams : ['huck', 'becky', 'joe']) },
    metadata: { now },
  })
  const back = ({ draft, published }: Pools) => ({ type: 'PoolsPutBack', data: { saved: draft, published } })
  const decided = (pools: Pools, before: Pools) => putBackPools(putBack(pools), before)

  it('records draft and public pools as they were', () => {
    const [none, draft, both] = [initialState(), { draft: [a], published: [] }, { draft: [a], published: [b] }]
    expect(decided(draft, none)).toEqual([back(draft)])
    expect(decided(both, draft)).toEqual([back(both)])
    expect(decided(none, both)).toEqual([back(none)])
    expect(decided({ draft: [], published: [] }, none)).toEqual([back({ draft: [], published: [] })])
  })

  it('makes them so', () => {
    const pools = { draft: null, published: [b] }
    const [event] = putBackPoolsDecider.decide(putBack(pools), { draft: [a], published: [] })
    expect(event && putBackPoolsDecider.evolve(putBackPoolsDecider.initialState(), event)).toEqual(pools)
  })

  it('records nothing where they are so, also where their fields come in another order', () => {
    const turned = { teams: a.teams, size: a.size, name: a.name, id: a.id }
    expect(decided({ draft: [a], published: [b] }, { draft: [turned], published: [b] })).toEqual([])
    expect(decided(initialState(), initialState())).toEqual([])
  })

  it('refuses pools with a team that is out by now, in the draft or in what is public', () => {
    for (const pools of [
      { draft: [a], published: [] },
      { draft: null, published: [a] },
      { draft: [b, a], published: [b] },
    ])
      given([saved()])
        .when(putBack(pools, 'becky', 'joe'))
        .thenThrows(DomainError, (error) => error.code === 'POOL_TEAM_UNKNOWN')
  })
})

describe('Giving places back', () => {
  const given = DeciderSpecification.for(giveBackPlacesDecider)
  const before: Pools = { draft: null, published: [pool('A', ['huck', 'becky'])] }
  const giveBack: GiveBackPlaces = {
    type: 'GiveBackPlaces',
    data: {
      poolsBeforeLoss: new Map([
        ['huck', before],
        ['becky', before],
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
