import { describe, expect, it } from 'vitest'
import { publicPools, type StoredPools } from '../unsaved/stored.ts'
import {
  a,
  ada,
  type Builder,
  b,
  contextOf,
  loaded,
  named,
  phaseOf,
  place,
  pool,
  settled,
  stored,
} from './machine.fixture.ts'

const can = (actor: Builder, type: 'publish' | 'unpublish') => actor.getSnapshot().can({ type })

describe('Publishing and unpublishing', () => {
  it('are offered only where there is something to publish or to take back', async () => {
    const other = { other: stored({ published: [b] }) }
    const offers = async (with_: Partial<StoredPools>) => {
      const { actor } = await loaded(stored(with_))
      return [can(actor, 'publish'), can(actor, 'unpublish')]
    }
    expect(await offers({ draft: null })).toEqual([false, false])
    expect(await offers({})).toEqual([true, false])
    expect(await offers({ draft: null, published: [b] })).toEqual([false, true])
    expect(await offers({ draft: [] })).toEqual([false, false])
    expect(await offers({ draft: [], published: [b] })).toEqual([true, true])
    expect(await offers({ draft: null, ...other })).toEqual([true, true])
    const { actor } = await loaded(stored({ draft: null }))
    actor.send({ type: 'pools.add', size: 2, ids: ['x'] })
    expect(can(actor, 'publish')).toBe(true)
  })

  it('publishing asks first', async () => {
    const { actor, requests } = await loaded()
    actor.send({ type: 'publish' })
    actor.send({ type: 'cancel' })
    expect([phaseOf(actor), requests.length]).toEqual(['clean', 0])
    actor.send({ type: 'publish' })
    actor.send({ type: 'confirm' })
    expect(requests).toMatchObject([{ kind: 'publish', input: { pools: [a] } }])
  })

  it('unpublishing leaves alone what is unsaved on the screen', async () => {
    const { actor, answer } = await loaded(stored({ draft: null, published: [a] }))
    actor.send(place('tom', 'A', 1))
    actor.send({ type: 'unpublish' })
    actor.send({ type: 'confirm' })
    await answer(settled(stored({ draft: [a], version: 3 })))
    expect(contextOf(actor)).toMatchObject({ base: [a], pools: [{ teams: ['huck', 'tom'] }] })
    expect(phaseOf(actor)).toBe('dirty')
  })

  it('unpublishing asks first too, on the versions that its question shows', async () => {
    const { actor, requests } = await loaded(stored({ published: [b], version: 4 }))
    actor.send({ type: 'unpublish' })
    expect([phaseOf(actor), requests.length]).toEqual(['confirming', 0])
    actor.send({ type: 'confirm' })
    expect(requests).toMatchObject([{ kind: 'unpublish', input: { stored: { version: 4 } } }])
  })

  it('a question follows what changes while it is asked', async () => {
    const { actor, answer } = await loaded(stored({ published: [b] }))
    actor.send({ type: 'publish' })
    actor.send({ type: 'remote.changed' })
    const other = stored({ draft: [pool('R', ['sid', null])], version: 7 })
    await answer({ kind: 'loaded', teams: named('huck', 'becky', 'tom'), stored: stored({ published: [b], other }) })
    expect(contextOf(actor).stored.other).toEqual(other)
    expect(phaseOf(actor)).toBe('confirming')
  })
})

describe('A draft that is newer than what is public', () => {
  const both = stored({ draft: [a], published: [b], version: 5 })

  it('stands beside the public pools until it is opened', async () => {
    const { actor } = await loaded(both)
    expect(contextOf(actor)).toMatchObject({ view: 'public', pools: [b] })
    actor.send({ type: 'view.show', view: 'draft' })
    expect(contextOf(actor)).toMatchObject({ view: 'draft', pools: [a], base: [a], notice: { tone: 'good' } })
    actor.send({ type: 'view.show', view: 'public' })
    expect(contextOf(actor)).toMatchObject({ view: 'public', pools: [b], base: [b] })
    expect(phaseOf(actor)).toBe('clean')
  })

  it('keeps its steps apart: each leads back to the view that it was made in', async () => {
    const { actor } = await loaded(both, named('becky', 'tom', 'huck'))
    actor.send({ type: 'team.remove', team: 'tom' })
    actor.send({ type: 'view.show', view: 'draft' })
    actor.send({ type: 'team.remove', team: 'huck' })
    const [publicEdited, draftEdited] = [[pool('B', ['becky', null])], [pool('A', [null, null])]]
    expect(contextOf(actor)).toMatchObject({ view: 'draft', pools: draftEdited, base: [a] })
    actor.send({ type: 'undo' })
    expect(contextOf(actor)).toMatchObject({ view: 'draft', pools: [a], base: [a] })
    actor.send({ type: 'undo' })
    expect(contextOf(actor)).toMatchObject({ view: 'public', pools: publicEdited, base: [b] })
    actor.send({ type: 'undo' })
    expect(contextOf(actor)).toMatchObject({ view: 'public', pools: [b], base: [b] })
    for (const _ of [1, 2, 3]) actor.send({ type: 'redo' })
    expect(contextOf(actor)).toMatchObject({ view: 'draft', pools: draftEdited, base: [a] })
  })

  it('is not what Publish publishes unseen: that is what is on the screen', async () => {
    const { actor, requests } = await loaded(both)
    actor.send({ type: 'publish' })
    actor.send({ type: 'confirm' })
    expect(requests).toMatchObject([{ kind: 'publish', input: { pools: [b], stored: { version: 5 } } }])
  })

  it('puts unsaved work aside when it is opened, to be taken back', async () => {
    const { actor } = await loaded(both, named('becky', 'tom', 'huck'))
    actor.send({ type: 'team.remove', team: 'tom' })
    actor.send({ type: 'view.show', view: 'draft' })
    expect(contextOf(actor)).toMatchObject({
      pools: [a],
      notice: { text: 'Your unsaved changes were put aside.', offersUndo: true },
    })
    actor.send({ type: 'undo' })
    expect(contextOf(actor)).toMatchObject({ view: 'public', pools: [pool('B', ['becky', null])], base: [b] })
    expect(phaseOf(actor)).toBe('dirty')
  })

  it('that another user saves does not take the place of the public pools on the screen', async () => {
    const { actor, answer } = await loaded(stored({ draft: null, published: [b] }), named('becky', 'tom', 'huck'))
    actor.send({ type: 'remote.changed' })
    const news = stored({ draft: [a], published: [b], version: 2, changedBy: ada })
    await answer({ kind: 'loaded', teams: named('becky', 'tom', 'huck'), stored: news })
    expect(contextOf(actor)).toMatchObject({
      view: 'public',
      pools: [b],
      stored: { draftedBy: ada, version: 2 },
      notice: { text: 'Ada saved a newer draft just now.' },
    })
  })

  it('may have no pools, and is offered to be published all the same', async () => {
    const { actor } = await loaded(stored({ draft: [], published: [b] }))
    expect(can(actor, 'publish')).toBe(true)
  })

  it('stays where it is when a team is removed from it', async () => {
    const teams = named('becky', 'tom', 'huck')
    const { actor, answer } = await loaded(both, teams)
    actor.send({ type: 'remote.changed' })
    const freed = stored({ draft: [pool('A', [null, null])], published: [b], version: 6 })
    await answer({ kind: 'loaded', teams: named('becky', 'tom'), stored: freed })
    expect(contextOf(actor)).toMatchObject({
      view: 'public',
      pools: [b],
      stored: { version: 6 },
      notice: { tone: 'good' },
    })
  })
})

it('The public pools are printed without phones and addresses', () => {
  const becky = { id: 'becky', name: 'Becky', captain_name: 'Thatcher', phone: '256-555-0142', email: 'b@example.org' }
  const shown = { id: 'becky', name: 'Becky', captain_name: 'Thatcher' }
  const other: StoredPools = { ...stored({ published: [b] }), placed: [becky] }
  expect(publicPools('rec', { ...stored(), other })).toEqual({ rec: [], comp: [{ ...b, teams: [shown, null] }] })
  expect(publicPools('comp', { ...stored(), other }).rec).toHaveLength(1)
})

describe('Without a connection', () => {
  const pools = [pool('A', ['huck', 'tom'])]

  it.each([
    ['save', 'saving'],
    ['publish', 'publishing'],
    ['unpublish', 'unpublishing'],
  ] as const)('%s is sent as it was asked for, or canceled while it waits', async (type, phase) => {
    const { actor, requests, queue } = await loaded(stored({ published: [b] }), named('huck', 'tom', 'becky'))
    actor.send({ type: 'arrangement.take', pools })
    actor.send({ type })
    if (type !== 'save') actor.send({ type: 'confirm' })
    expect(requests).toMatchObject([{ kind: type, input: { pools, stored: { version: 1 } } }])
    actor.send(place('becky', 'A', 0))
    // If the pools were read again now, another user's change would be published with ours, unseen.
    actor.send({ type: 'remote.changed' })
    actor.send({ type: 'cancel' })
    expect([phaseOf(actor), requests.length, contextOf(actor).pools]).toEqual([phase, 1, pools])
    queue()
    actor.send({ type: 'cancel' })
    expect([phaseOf(actor), contextOf(actor).pools]).toEqual(['dirty', pools])
  })
})
