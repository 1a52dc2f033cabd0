import { randomUUID } from 'node:crypto'
import { pool } from '@ultimate/events/tournament/facts.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PoolClient, poolClient } from '../../test/test-pools.ts'

let site: PoolClient
beforeAll(async () => {
  site = await poolClient()
})
afterAll(() => site.close())

describe('Bad pools', () => {
  const bad: [what: string, pools: () => unknown, code: string, field: string][] = [
    ['a size that is too small', () => [pool('A', [null])], 'POOL_SIZE', 'pools.0.size'],
    ['a size that is too big', () => [pool('A', Array(9).fill(null))], 'POOL_SIZE', 'pools.0.size'],
    [
      'a size that is no whole number',
      () => [{ ...pool('A', [null, null]), size: 2.5 }],
      'INVALID_FIELDS',
      'pools.0.size',
    ],
    ['a size that is text', () => [{ ...pool('A', [null, null]), size: '2' }], 'INVALID_FIELDS', 'pools.0.size'],
    [
      'more places than the size',
      () => [{ ...pool('A', [null, null, null]), size: 2 }],
      'POOL_LENGTH',
      'pools.0.teams',
    ],
    ['a foreign team', () => [pool('A', [site.team.pap, null])], 'POOL_TEAM_FOREIGN', 'pools.0.teams.0'],
    ['an unknown team', () => [pool('A', [null, randomUUID()])], 'POOL_TEAM_UNKNOWN', 'pools.0.teams.1'],
    ['a team that is no id', () => [pool('A', ["'; drop table pools", null])], 'POOL_TEAM_UNKNOWN', 'pools.0.teams.0'],
    [
      'a team that is a number',
      () => [{ ...pool('A', []), size: 2, teams: [1, null] }],
      'INVALID_FIELDS',
      'pools.0.teams.0',
    ],
    ['a team twice', () => [pool('A', [site.team.huck, site.team.huck])], 'POOL_TEAM_TWICE', 'pools.0.teams.1'],
    [
      'a team in two pools',
      () => [pool('A', [site.team.huck, null]), pool('B', [site.team.huck, null])],
      'POOL_TEAM_TWICE',
      'pools.1.teams.0',
    ],
    ['two pools of one id', () => [pool('A', [null, null]), pool('A', [null, null])], 'POOL_TWICE', 'pools.1.id'],
    [
      'a thousand pools',
      () => Array.from({ length: 1000 }, (_, i) => ({ ...pool('A', [null, null]), id: `p${i}` })),
      'TOO_MANY_POOLS',
      'pools',
    ],
    ['teams that are no list', () => [{ ...pool('A', []), size: 2, teams: 'all' }], 'INVALID_FIELDS', 'pools.0.teams'],
    ['teams that are missing', () => [{ id: 'a', name: 'Pool A', size: 2 }], 'INVALID_FIELDS', 'pools.0.teams'],
    ['pools that are no list', () => ({ a: pool('A', []) }), 'INVALID_FIELDS', 'pools'],
    ['no name', () => [{ ...pool('A', [null, null]), name: ' ' }], 'INVALID_FIELDS', 'pools.0.name'],
    ['a name with a NUL', () => [{ ...pool('A', [null, null]), name: 'Pool\0A' }], 'INVALID_FIELDS', 'pools.0.name'],
    [
      'an unknown field',
      () => [{ ...pool('A', [null, null]), published: true }],
      'INVALID_FIELDS',
      'pools.0.published',
    ],
  ]

  it.each(bad)('are refused and not stored: %s', async (_, pools, code, field) => {
    const before = await site.eventCount()
    const { status, body } = await site.save(pools())
    expect({ status, code: body.code, fields: Object.keys(body.fields ?? {}) }).toEqual({
      status: 422,
      code,
      fields: [field],
    })
    expect(await site.eventCount()).toBe(before)
  })

  it('and a version that cannot be one are refused as well', async () => {
    expect(await site.save([], { headers: { 'if-match': '"seven"' } })).toMatchObject({
      status: 412,
      body: { code: 'STALE' },
    })
  })
})
