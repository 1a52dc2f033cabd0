import { seed } from '@ultimate/events/seed.fixture.ts'
import type { SavedPool } from '@ultimate/events/tournament/pools/pools-api.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Arrangement,
  addPools,
  deletePool,
  fillPlaces,
  findPlace,
  placedTeams,
  placeTeam,
  placeTeams,
  removeTeam,
  shapePool,
} from './arrangement.ts'

const pool = (letter: string, teams: (string | null)[]): SavedPool => ({
  id: letter,
  name: `Pool ${letter}`,
  size: teams.length,
  teams,
})
const pools = [pool('A', ['huck', null]), pool('B', ['becky', null])]

describe('Placing a team', () => {
  it('that is unassigned fills the place', () => {
    expect(placeTeam(pools, 'joe', { pool: 'A', position: 1 })[0]?.teams).toEqual(['huck', 'joe'])
  })

  it('that is unassigned onto another team makes that one unassigned', () => {
    const after = placeTeam(pools, 'joe', { pool: 'A', position: 0 })
    expect(after.map(({ teams }) => teams)).toEqual([
      ['joe', null],
      ['becky', null],
    ])
  })

  it('from another place empties that one', () => {
    const after = placeTeam(pools, 'huck', { pool: 'B', position: 1 })
    expect(after.map(({ teams }) => teams)).toEqual([
      [null, null],
      ['becky', 'huck'],
    ])
  })

  it('from another place onto a team swaps the two', () => {
    const after = placeTeam(pools, 'huck', { pool: 'B', position: 0 })
    expect(after.map(({ teams }) => teams)).toEqual([
      ['becky', null],
      ['huck', null],
    ])
  })

  it('where it stands, or where there is no place, changes nothing', () => {
    for (const to of [
      { pool: 'A', position: 0 },
      { pool: 'A', position: 2 },
      { pool: 'A', position: -1 },
      { pool: 'Q', position: 0 },
    ])
      expect(placeTeam(pools, 'huck', to)).toBe(pools)
  })
})

describe('Placing several teams', () => {
  const wide = [pool('A', ['huck', null, 'tom']), pool('B', [null, null])]

  it('takes the free places from the first one on, in their order', () => {
    expect(placeTeams(wide, ['joe', 'becky', 'sid'], { pool: 'A', position: 0 }).map(({ teams }) => teams)).toEqual([
      ['huck', 'joe', 'tom'],
      ['becky', 'sid'],
    ])
    expect(placeTeams(wide, ['joe', 'becky'], { pool: 'B', position: 0 })[1]?.teams).toEqual(['joe', 'becky'])
  })

  it('leaves the rest where they are when no place is left', () => {
    const after = placeTeams(wide, ['joe', 'sid', 'tom'], { pool: 'B', position: 0 })
    expect(after.map(({ teams }) => teams)).toEqual([
      ['huck', null, 'tom'],
      ['joe', 'sid'],
    ])
    expect(placeTeams(wide, ['joe', 'sid'], { pool: 'Q', position: 0 })).toEqual(wide)
  })

  it('moves placed ones, whose places are free for the others', () => {
    const after = placeTeams(wide, ['tom', 'huck'], { pool: 'A', position: 0 })
    expect(after[0]?.teams).toEqual(['tom', 'huck', null])
  })

  it('in the order of their bids fills what is free, pool by pool', () => {
    expect(fillPlaces(wide, ['joe', 'becky']).map(({ teams }) => teams)).toEqual([
      ['huck', 'joe', 'tom'],
      ['becky', null],
    ])
  })

  it('in a snake fills what is free, along the pools and back', () => {
    const three = ['A', 'B', 'C'].map((letter) => pool(letter, [null, null, null]))
    const seeded = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
    expect(fillPlaces(three, seeded, 'snake').map(({ teams }) => teams)).toEqual([
      ['1', '6', '7'],
      ['2', '5', '8'],
      ['3', '4', '9'],
    ])
    expect(fillPlaces(wide, ['joe', 'becky', 'sid'], 'snake').map(({ teams }) => teams)).toEqual([
      ['huck', 'sid', 'tom'],
      ['joe', 'becky'],
    ])
  })
})

describe('Pools', () => {
  it('can be renamed, and go where their name belongs', () => {
    expect(shapePool(pools, 'A', { name: 'Pool C', size: 2 }).map(({ id, name }) => [id, name])).toEqual([
      ['B', 'Pool B'],
      ['A', 'Pool C'],
    ])
  })

  it('can be made larger, and smaller from the end', () => {
    expect(shapePool(pools, 'A', { name: 'Pool A', size: 3 })[0]?.teams).toEqual(['huck', null, null])
    expect(shapePool([pool('A', ['huck', 'tom', 'joe'])], 'A', { name: 'Pool A', size: 2 })).toEqual([
      pool('A', ['huck', 'tom']),
    ])
  })

  it('are added after the last letter, with all their places empty', () => {
    expect(addPools(pools, { size: 3, ids: ['x', 'y'] }).slice(2)).toEqual([
      { ...pool('C', [null, null, null]), id: 'x' },
      { ...pool('D', [null, null, null]), id: 'y' },
    ])
  })

  it('give their teams back when they are deleted', () => {
    expect(placedTeams(deletePool(pools, 'A'))).toEqual(new Set(['becky']))
  })

  it('give up a team', () => {
    expect(findPlace(removeTeam(pools, 'huck'), 'huck')).toBeNull()
    expect(removeTeam(pools, 'unknown')).toEqual(pools)
  })
})

it('no sequence of edits puts a team in two places or leaves a pool with other places than its size says', () => {
  type Edit = (before: Arrangement) => Arrangement
  const teams = fc.constantFrom('huck', 'tom', 'becky', 'joe', 'muff', 'sid')
  const poolAt = (before: Arrangement, index: number) => before[index % Math.max(1, before.length)]?.id ?? 'none'
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    fc.tuple(teams, fc.nat(20), fc.nat(9)).map(
      ([team, index, position]): Edit =>
        (before) =>
          placeTeam(before, team, { pool: poolAt(before, index), position }),
    ),
    teams.map(
      (team): Edit =>
        (before) =>
          removeTeam(before, team),
    ),
    fc.tuple(fc.uuid(), fc.integer({ min: 2, max: 8 })).map(
      ([id, size]): Edit =>
        (before) =>
          addPools(before, { size, ids: [id] }),
    ),
    fc.nat(20).map(
      (index): Edit =>
        (before) =>
          deletePool(before, poolAt(before, index)),
    ),
    fc.tuple(fc.uniqueArray(teams), fc.nat(20), fc.nat(9)).map(
      ([several, index, position]): Edit =>
        (before) =>
          placeTeams(before, several, { pool: poolAt(before, index), position }),
    ),
    fc.uniqueArray(teams).map(
      (several): Edit =>
        (before) =>
          fillPlaces(
            before,
            several.filter((team) => findPlace(before, team) === null),
          ),
    ),
    fc.tuple(fc.nat(20), fc.integer({ min: 2, max: 8 })).map(
      ([index, size]): Edit =>
        (before) =>
          before.reduce(
            (after, { id, name }) => (id === poolAt(before, index) ? shapePool(after, id, { name, size }) : after),
            before,
          ),
    ),
  )
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 60 }), (edits) => {
      const after = edits.reduce<Arrangement>((before, act) => act(before), [])
      const placed = after.flatMap((it) => it.teams).filter((team) => team !== null)
      expect(new Set(placed).size).toBe(placed.length)
      for (const it of after) expect(it.teams).toHaveLength(it.size)
      expect(new Set(after.map(({ name }) => name)).size).toBe(after.length)
    }),
    { seed },
  )
})
