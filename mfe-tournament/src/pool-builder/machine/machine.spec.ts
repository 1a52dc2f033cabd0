import { describe, expect, it } from 'vitest'
import {
  a,
  type Builder,
  b,
  contextOf,
  flush,
  loaded,
  named,
  phaseOf,
  place,
  pool,
  settled,
  start,
  stored,
} from './machine.fixture.ts'
import type { StoredPools } from './stored-pools.ts'
import type { PoolBuilderEvent } from './work.ts'

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
    expect(contextOf((await loaded(stored({ saved: [] }))).actor).notice).toBeNull()
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
    actor.send({ type: 'team.hold', team: 'tom' })
    expect([contextOf(actor).held, phaseOf(actor)]).toEqual(['tom', 'clean'])
    actor.send({ type: 'team.place', place: { pool: 'A', position: 1 } })
    expect(contextOf(actor)).toMatchObject({ held: null, pools: [{ teams: ['huck', 'tom'] }] })
  })

  it('changes nothing when a place is tapped without a held team, or after the team is released', async () => {
    const { actor } = await loaded()
    actor.send({ type: 'team.place', place: { pool: 'A', position: 1 } })
    actor.send({ type: 'team.hold', team: 'tom' })
    actor.send({ type: 'team.letGo' })
    actor.send({ type: 'team.place', place: { pool: 'A', position: 1 } })
    expect([contextOf(actor).pools, phaseOf(actor)]).toEqual([[a], 'clean'])
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
    await answer(settled(stored({ saved: pools, version: 2 })))
    expect(contextOf(actor)).toMatchObject({ pools, stored: { version: 2 }, notice: { text: 'Done.' } })
    expect(phaseOf(actor)).toBe('clean')
  })

  it('of no pools at all does not bring back what is public', async () => {
    const { actor, answer } = await loaded(stored({ saved: [], published: [b] }))
    actor.send({ type: 'pool.delete', pool: 'B' })
    actor.send({ type: 'save' })
    await answer(settled(stored({ saved: [], published: [b], version: 2 })))
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
    await answer({ kind: 'refused', sentence: 'A team can stand in one place only.' })
    expect(contextOf(actor).notice?.text).toBe('A team can stand in one place only.')
    actor.send({ type: 'notice.dismiss' })
    expect(contextOf(actor).notice).toBeNull()
    expect(phaseOf(actor)).toBe('failed')
  })

  it('that succeeds in part says so, and the saved part is no longer unsaved', async () => {
    const { actor, answer } = await loaded()
    actor.send(place('tom', 'A', 1))
    actor.send({ type: 'save' })
    const text = 'Failed to save configuration for some divisions'
    await answer(settled(stored({ saved: [pool('A', ['huck', 'tom'])], version: 2 }), 'bad', text))
    expect(contextOf(actor).notice).toEqual({ tone: 'bad', text })
    expect(contextOf(actor).pools).toEqual(contextOf(actor).base)
  })
})

describe('Two people at once', () => {
  const theirs = stored({ saved: [b], version: 2, changed: { name: 'Ada', at: '2025-11-20T12:00:00Z' } })
  async function collided(intent: 'save' | 'publish' | 'unpublish' = 'save') {
    const started = await loaded(stored({ published: intent === 'unpublish' ? [a] : [] }))
    started.actor.send(place('tom', 'A', 1))
    started.actor.send({ type: intent })
    if (intent === 'publish') started.actor.send({ type: 'publish.confirm' })
    await started.answer({ kind: 'stale', theirs })
    return started
  }

  it('shows the second one both arrangements and asks', async () => {
    const { actor } = await collided()
    expect(phaseOf(actor)).toBe('conflict')
    expect(contextOf(actor)).toMatchObject({ base: [a], pools: [{ teams: ['huck', 'tom'] }], theirs })
  })

  it('lets the second one take theirs', async () => {
    const { actor } = await collided()
    actor.send({ type: 'theirs.take' })
    expect(contextOf(actor)).toMatchObject({ pools: [b], stored: { version: 2 }, theirs: null })
    expect(phaseOf(actor)).toBe('clean')
  })

  it('lets the second one go back to their own work, and asks again at the next save', async () => {
    const { actor, requests } = await collided()
    actor.send({ type: 'conflict.close' })
    expect(phaseOf(actor)).toBe('dirty')
    actor.send({ type: 'save' })
    expect(requests).toMatchObject([{ input: { stored: { version: 1 } } }])
  })

  it.each(['save', 'publish', 'unpublish'] as const)(
    'lets the second one keep mine, which goes on to %s over theirs',
    async (intent) => {
      const { actor, requests } = await collided(intent)
      actor.send({ type: 'mine.keep' })
      expect(requests).toMatchObject([
        { kind: intent, input: { pools: [{ teams: ['huck', 'tom'] }], isChanged: true, stored: { version: 2 } } },
      ])
    },
  )

  it('keeps nothing of mine where it was only an unpublish', async () => {
    const { actor, answer } = await loaded(stored({ published: [a] }))
    actor.send({ type: 'unpublish' })
    await answer({ kind: 'stale', theirs })
    actor.send({ type: 'mine.keep' })
    expect(contextOf(actor)).toMatchObject({ pools: [b], base: [b] })
    await answer(settled(stored({ saved: [b], version: 3 })))
    expect(phaseOf(actor)).toBe('clean')
  })

  it('shows a change at once while nothing is unsaved here', async () => {
    const { actor, answer } = await loaded()
    actor.send({ type: 'remote.changed' })
    await answer({ kind: 'loaded', teams: [], stored: theirs })
    expect(contextOf(actor)).toMatchObject({ pools: [b], notice: { text: 'Ada changed these pools just now.' } })
  })

  it('shows no notice for a change of our own', async () => {
    const { actor, answer, clock } = await loaded()
    clock.increment(3000)
    actor.send({ type: 'remote.changed' })
    await answer({ kind: 'loaded', teams: [], stored: stored() })
    expect(contextOf(actor).notice).toBeNull()
  })

  it('leaves unsaved work alone, even when it began during a refresh', async () => {
    const { actor, requests, answer } = await loaded()
    actor.send({ type: 'remote.changed' })
    actor.send(place('tom', 'A', 1))
    requests.shift()?.resolve({ kind: 'loaded', teams: [], stored: theirs } as never)
    await flush()
    actor.send({ type: 'remote.changed' })
    await answer({ kind: 'loaded', teams: named('huck', 'tom', 'becky'), stored: theirs })
    expect(contextOf(actor)).toMatchObject({ pools: [pool('A', ['huck', 'tom'])], stored: { version: 1 } })
    expect([phaseOf(actor), requests]).toEqual(['dirty', []])
  })
})

describe('Publishing and unpublishing', () => {
  const can = (actor: Builder, type: 'publish' | 'unpublish') => actor.getSnapshot().can({ type })

  it('are offered only where there is something to publish or to take back', async () => {
    const other = (hasSaved: boolean, hasPublished: boolean) => ({ other: { hasSaved, hasPublished } })
    const offers = async (with_: Partial<StoredPools>) => {
      const { actor } = await loaded(stored(with_))
      return [can(actor, 'publish'), can(actor, 'unpublish')]
    }
    expect(await offers({ saved: [] })).toEqual([false, false])
    expect(await offers({})).toEqual([true, false])
    expect(await offers({ saved: [], published: [b] })).toEqual([false, true])
    expect(await offers({ saved: [], ...other(true, true) })).toEqual([true, true])
    const { actor } = await loaded(stored({ saved: [] }))
    actor.send({ type: 'pools.add', size: 2, ids: ['x'] })
    expect(can(actor, 'publish')).toBe(true)
  })

  it('publishing asks first', async () => {
    const { actor, requests } = await loaded()
    actor.send({ type: 'publish' })
    actor.send({ type: 'publish.cancel' })
    expect([phaseOf(actor), requests.length]).toEqual(['clean', 0])
    actor.send({ type: 'publish' })
    actor.send({ type: 'publish.confirm' })
    expect(requests).toMatchObject([{ kind: 'publish', input: { isChanged: false } }])
  })

  it('unpublishing leaves alone what is unsaved on the screen', async () => {
    const { actor, answer } = await loaded(stored({ saved: [], published: [a] }))
    actor.send(place('tom', 'A', 1))
    actor.send({ type: 'unpublish' })
    await answer(settled(stored({ saved: [a], version: 3 })))
    expect(contextOf(actor)).toMatchObject({ base: [a], pools: [{ teams: ['huck', 'tom'] }] })
    expect(phaseOf(actor)).toBe('dirty')
  })
})

describe('The teams', () => {
  it('follow who registers and whom staff confirm, also while something is unsaved', async () => {
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
