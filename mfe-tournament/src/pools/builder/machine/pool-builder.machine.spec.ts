import { describe, expect, it } from 'vitest'
import type { PoolBuilderEvent } from '../unsaved/work.ts'
import { a, b, contextOf, loaded, named, phaseOf, place, pool, settled, start, stored } from './machine.fixture.ts'

describe('Loading a division', () => {
  it('begins with what is saved where nothing is public', async () => {
    const { actor, clock } = await loaded(stored({ published: [] }))
    expect(contextOf(actor)).toMatchObject({ pools: [a], notice: { text: 'Loaded saved pool configuration' } })
    clock.increment(3000)
    expect(contextOf(actor).notice).toBeNull()
  })

  it('begins with what is public, also where something else is saved', async () => {
    const { actor } = await loaded(stored({ published: [b] }))
    expect(contextOf(actor)).toMatchObject({
      pools: [b],
      notice: { text: 'Loaded published pools as starting point for new changes' },
    })
    expect(phaseOf(actor)).toBe('clean')
  })

  it('shows no notice where nothing is stored', async () => {
    expect(contextOf((await loaded(stored({ draft: null }))).actor).notice).toBeNull()
  })

  it('can fail, in two ways, and be tried again', async () => {
    const { actor, answer, fail } = start()
    await answer({ kind: 'failed', sentence: 'Failed to load teams' })
    expect(contextOf(actor).loadError).toBe('Failed to load teams')
    actor.send({ type: 'retry' })
    await fail()
    expect(contextOf(actor).loadError).toBe('Failed to load data')
    actor.send({ type: 'retry' })
    await answer({ kind: 'loaded', teams: [], stored: stored() })
    expect(phaseOf(actor)).toBe('clean')
  })
})

describe('Arranging', () => {
  it.each([
    ['adding pools', { type: 'pools.add', size: 4, ids: ['x'] }],
    ['deleting a pool', { type: 'pool.delete', pool: 'A' }],
    ['placing a team', place('tom', 'A', 1)],
    ['removing a team', { type: 'team.remove', team: 'huck' }],
    ['taking back an earlier state', { type: 'arrangement.take', pools: [b] }],
  ] satisfies [string, PoolBuilderEvent][])('%s is unsaved until it is saved', async (_, event) => {
    const { actor } = await loaded()
    actor.send(event)
    expect(phaseOf(actor)).toBe('dirty')
    actor.send({ type: 'discard' })
    expect(phaseOf(actor)).toBe('clean')
    expect(contextOf(actor).pools).toEqual([a])
  })

  it('by tap and tap holds the team in between', async () => {
    const { actor } = await loaded()
    actor.send({ type: 'teams.hold', teams: ['tom'] })
    expect([contextOf(actor).held, phaseOf(actor)]).toEqual([['tom'], 'clean'])
    actor.send({ type: 'team.place', place: { pool: 'A', position: 1 } })
    expect(contextOf(actor)).toMatchObject({ held: [], pools: [{ teams: ['huck', 'tom'] }] })
  })

  it('changes nothing when a place is tapped without a held team, or after the team is released', async () => {
    const { actor } = await loaded()
    actor.send({ type: 'team.place', place: { pool: 'A', position: 1 } })
    actor.send({ type: 'teams.hold', teams: ['tom'] })
    actor.send({ type: 'teams.hold', teams: [] })
    actor.send({ type: 'team.place', place: { pool: 'A', position: 1 } })
    expect([contextOf(actor).pools, phaseOf(actor)]).toEqual([[a], 'clean'])
  })

  it('with several held teams fills the places from the tapped one on', async () => {
    const { actor } = await loaded(
      stored({ draft: [a, pool('B', [null, null])] }),
      named('huck', 'tom', 'becky', 'sid'),
    )
    actor.send({ type: 'teams.hold', teams: ['tom', 'becky', 'sid'] })
    actor.send({ type: 'team.place', place: { pool: 'A', position: 0 } })
    expect(contextOf(actor)).toMatchObject({
      held: [],
      pools: [{ teams: ['huck', 'tom'] }, { teams: ['becky', 'sid'] }],
    })
  })

  it('in the order of the bids says how many found a place', async () => {
    const { actor } = await loaded()
    actor.send({ type: 'places.fill', teams: ['tom', 'becky'] })
    expect(contextOf(actor)).toMatchObject({
      pools: [{ teams: ['huck', 'tom'] }],
      notice: { text: '1 team placed in the order of their bids. 1 team found no free place.', offersUndo: true },
    })
  })

  it('a pool anew says which teams lose their places', async () => {
    const { actor, clock } = await loaded(stored({ draft: [pool('A', ['huck', null, 'tom'])] }))
    actor.send({ type: 'pool.shape', pool: 'A', shape: { name: 'Early Birds', size: 2 } })
    expect(contextOf(actor)).toMatchObject({
      pools: [{ name: 'Early Birds', size: 2, teams: ['huck', null] }],
      notice: {
        text: 'Pool A is now Early Birds. Early Birds has 2 places. 1 team went back to the teams without a place.',
      },
    })
    clock.increment(7999)
    expect(contextOf(actor).notice).not.toBeNull()
    clock.increment(1)
    expect(contextOf(actor).notice).toBeNull()
    actor.send({ type: 'pool.shape', pool: 'A', shape: { name: 'Early Birds', size: 2 } })
    expect(contextOf(actor).notice).toBeNull()
  })

  it('back to the saved state is no change', async () => {
    const { actor } = await loaded()
    actor.send(place('huck', 'A', 1))
    actor.send(place('huck', 'A', 0))
    expect(phaseOf(actor)).toBe('clean')
  })
})

describe('Saving', () => {
  it('sends what is on the screen, based on what was loaded, and takes nothing meanwhile', async () => {
    const { actor, requests, answer } = await loaded()
    actor.send(place('tom', 'A', 1))
    actor.send({ type: 'save' })
    const pools = [pool('A', ['huck', 'tom'])]
    expect(requests).toMatchObject([{ kind: 'save', input: { division: 'rec', pools, stored: { version: 1 } } }])
    actor.send(place('becky', 'A', 0))
    await answer(settled(stored({ draft: pools, version: 2 })))
    expect(contextOf(actor)).toMatchObject({ pools, stored: { version: 2 }, notice: { text: 'Done.' } })
    expect(phaseOf(actor)).toBe('clean')
  })

  it('of no pools at all does not bring back what is public', async () => {
    const { actor, answer } = await loaded(stored({ draft: null, published: [b] }))
    actor.send({ type: 'pool.delete', pool: 'B' })
    actor.send({ type: 'save' })
    await answer(settled(stored({ draft: [], published: [b], version: 2 })))
    expect(contextOf(actor).pools).toEqual([])
  })

  it('that fails keeps the work, shows why until dismissed, and can be tried again', async () => {
    const { actor, answer, fail, clock } = await loaded()
    actor.send(place('tom', 'A', 1))
    actor.send({ type: 'save' })
    await fail()
    clock.increment(60_000)
    expect(contextOf(actor)).toMatchObject({
      pools: [{ teams: ['huck', 'tom'] }],
      notice: { tone: 'bad', text: 'Failed to save configuration' },
    })
    actor.send({ type: 'save' })
    expect(contextOf(actor).notice).toBeNull()
    await answer({ kind: 'refused', sentence: 'A team can be in one place only.' })
    expect(contextOf(actor).notice?.text).toBe('A team can be in one place only.')
    actor.send({ type: 'notice.dismiss' })
    expect(contextOf(actor).notice).toBeNull()
    expect(phaseOf(actor)).toBe('dirty')
  })

  it('that succeeds in part says so, and the saved part is no longer unsaved', async () => {
    const { actor, answer } = await loaded()
    actor.send(place('tom', 'A', 1))
    actor.send({ type: 'save' })
    const text = 'Failed to save configuration for some divisions'
    await answer(settled(stored({ draft: [pool('A', ['huck', 'tom'])], version: 2 }), 'bad', text))
    expect(contextOf(actor).notice).toEqual({ tone: 'bad', text })
    expect(contextOf(actor).pools).toEqual(contextOf(actor).base)
  })
})

describe('Steps back and forth', () => {
  it('go through every edit, the discard among them', async () => {
    const { actor } = await loaded(stored(), named('huck', 'tom'))
    const shown = () => contextOf(actor).pools.map(({ teams }) => teams)
    actor.send(place('tom', 'A', 1))
    actor.send({ type: 'discard' })
    expect(contextOf(actor).notice).toMatchObject({ text: 'Changes discarded.', offersUndo: true })
    actor.send({ type: 'undo' })
    expect([shown(), phaseOf(actor), contextOf(actor).notice]).toEqual([[['huck', 'tom']], 'dirty', null])
    actor.send({ type: 'undo' })
    expect([shown(), phaseOf(actor)]).toEqual([[['huck', null]], 'clean'])
    actor.send({ type: 'redo' })
    expect(shown()).toEqual([['huck', 'tom']])
    actor.send({ type: 'team.remove', team: 'huck' })
    expect(actor.getSnapshot().can({ type: 'redo' })).toBe(false)
  })

  it('end where the work began', async () => {
    const { actor } = await loaded()
    for (const type of ['undo', 'redo'] as const) actor.send({ type })
    expect([contextOf(actor).pools, phaseOf(actor)]).toEqual([[a], 'clean'])
  })

  it('reach behind a save, and end at another user’s change', async () => {
    const { actor, answer } = await loaded(stored(), named('huck', 'tom'))
    actor.send(place('tom', 'A', 1))
    actor.send({ type: 'save' })
    await answer(settled(stored({ draft: [pool('A', ['huck', 'tom'])], version: 2 })))
    expect(contextOf(actor).past).toEqual([{ pools: [a], view: null }])
    actor.send({ type: 'remote.changed' })
    await answer({ kind: 'loaded', teams: named('huck', 'tom'), stored: stored({ version: 3 }) })
    expect(contextOf(actor)).toMatchObject({ past: [], future: [] })
  })
})

describe('The teams', () => {
  it('follow new bids and confirmations by staff, also while something is unsaved', async () => {
    const { actor, answer } = await loaded()
    actor.send(place('tom', 'A', 1))
    actor.send({ type: 'teams.changed' })
    await answer(named('huck', 'tom', 'sid'))
    expect(contextOf(actor)).toMatchObject({ teams: named('huck', 'tom', 'sid'), pools: [{ teams: ['huck', 'tom'] }] })
    expect(phaseOf(actor)).toBe('dirty')
  })

  it('are read again for changes that come meanwhile, and the older answer is ignored', async () => {
    const { actor, answer } = await loaded()
    actor.send({ type: 'teams.changed' })
    actor.send({ type: 'teams.changed' })
    await answer(named('huck'))
    expect(contextOf(actor).teams).toEqual([])
    await answer(named('huck', 'sid'))
    expect(contextOf(actor).teams).toEqual(named('huck', 'sid'))
  })

  it('stay as they were when they cannot be read', async () => {
    const { actor, answer, fail } = await loaded()
    actor.send({ type: 'teams.changed' })
    await answer(named('huck'))
    actor.send({ type: 'teams.changed' })
    await fail()
    expect(contextOf(actor).teams).toEqual(named('huck'))
  })
})
