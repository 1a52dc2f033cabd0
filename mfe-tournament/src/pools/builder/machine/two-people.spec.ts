import { describe, expect, it } from 'vitest'
import { a, ada, b, contextOf, loaded, named, phaseOf, place, pool, settled, stored } from './machine.fixture.ts'

describe('Two people at once', () => {
  const theirs = stored({ draft: [b], version: 2, changedBy: ada })
  async function collided(intent: 'save' | 'publish' | 'unpublish' = 'save') {
    const started = await loaded(stored({ published: intent === 'unpublish' ? [a] : [] }))
    started.actor.send(place('tom', 'A', 1))
    started.actor.send({ type: intent })
    if (intent !== 'save') started.actor.send({ type: 'confirm' })
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
    'lets the second one keep mine, which goes on to %s over theirs, asked once more where the public sees it',
    async (intent) => {
      const { actor, requests } = await collided(intent)
      actor.send({ type: 'mine.keep' })
      if (intent !== 'save') {
        expect([phaseOf(actor), requests]).toEqual(['confirming', []])
        actor.send({ type: 'confirm' })
      }
      expect(requests).toMatchObject([
        { kind: intent, input: { pools: [{ teams: ['huck', 'tom'] }], stored: { version: 2 } } },
      ])
    },
  )

  it('keeps nothing of mine where it was only an unpublish', async () => {
    const { actor, answer } = await loaded(stored({ published: [a] }))
    actor.send({ type: 'unpublish' })
    actor.send({ type: 'confirm' })
    await answer({ kind: 'stale', theirs })
    actor.send({ type: 'mine.keep' })
    expect(contextOf(actor)).toMatchObject({ pools: [b], base: [b] })
    expect(phaseOf(actor)).toBe('confirming')
    actor.send({ type: 'confirm' })
    await answer(settled(stored({ draft: [b], version: 3 })))
    expect(phaseOf(actor)).toBe('clean')
  })

  it('asks again, based on theirs, where it is what is on the screen, as after an undo of our own', async () => {
    const { actor, answer, requests } = await loaded(stored({ published: [a] }))
    actor.send({ type: 'unpublish' })
    actor.send({ type: 'confirm' })
    await answer({ kind: 'stale', theirs: stored({ draft: null, published: [a], version: 3 }) })
    expect([phaseOf(actor), contextOf(actor).theirs]).toEqual(['confirming', null])
    actor.send({ type: 'confirm' })
    expect(requests).toMatchObject([{ kind: 'unpublish', input: { stored: { version: 3, published: [a] } } }])
  })

  it.each([
    ['save', 'clean'],
    ['publish', 'confirming'],
  ] as const)('asks no longer which to %s once theirs has become what is on the screen', async (intent, phase) => {
    const { actor, answer } = await collided(intent)
    actor.send({ type: 'remote.changed' })
    const teams = named('huck', 'tom', 'becky', 'sid')
    await answer({ kind: 'loaded', teams, stored: stored({ draft: [pool('A', ['huck', 'tom'])], version: 3 }) })
    expect([phaseOf(actor), contextOf(actor).stored.version]).toEqual([phase, 3])
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
    await answer({ kind: 'loaded', teams: named('huck'), stored: stored() })
    expect(contextOf(actor).notice).toBeNull()
  })

  it('leaves unsaved work alone, even when it began during a refresh', async () => {
    const { actor, requests, answer } = await loaded()
    actor.send({ type: 'remote.changed' })
    actor.send(place('tom', 'A', 1))
    await answer({ kind: 'loaded', teams: named('huck', 'tom', 'becky'), stored: theirs })
    expect(contextOf(actor)).toMatchObject({ pools: [pool('A', ['huck', 'tom'])], stored: { version: 1 } })
    expect([phaseOf(actor), requests]).toEqual(['dirty', []])
  })
})

describe('A change of another user while something is unsaved here', () => {
  const teams = named('huck', 'tom', 'becky', 'sid')
  const theirs = stored({ draft: [b], version: 2, changedBy: ada })
  async function warned() {
    const started = await loaded(stored(), teams)
    started.actor.send(place('tom', 'A', 1))
    started.actor.send({ type: 'remote.changed' })
    await started.answer({ kind: 'loaded', teams, stored: theirs })
    return started
  }

  it('is shown at once, and nothing moves', async () => {
    const { actor } = await warned()
    expect(contextOf(actor)).toMatchObject({ theirs, pools: [pool('A', ['huck', 'tom'])], stored: { version: 1 } })
    expect(phaseOf(actor)).toBe('dirty')
  })

  it('can be compared, and kept or taken, before a save meets it', async () => {
    const { actor, requests } = await warned()
    actor.send({ type: 'theirs.compare' })
    expect(phaseOf(actor)).toBe('conflict')
    actor.send({ type: 'conflict.close' })
    expect([phaseOf(actor), contextOf(actor).theirs]).toEqual(['dirty', theirs])
    actor.send({ type: 'theirs.compare' })
    actor.send({ type: 'mine.keep' })
    expect(requests).toMatchObject([
      { kind: 'save', input: { pools: [pool('A', ['huck', 'tom'])], stored: { version: 2 } } },
    ])
  })

  it('that is taken puts the own work aside, to be taken back', async () => {
    const { actor } = await warned()
    actor.send({ type: 'theirs.compare' })
    actor.send({ type: 'theirs.take' })
    expect(contextOf(actor)).toMatchObject({ pools: [b], theirs: null })
    actor.send({ type: 'undo' })
    expect(contextOf(actor).pools).toEqual([pool('A', ['huck', 'tom'])])
  })

  it('is what a discard goes back to', async () => {
    const { actor } = await warned()
    actor.send({ type: 'discard' })
    expect(contextOf(actor)).toMatchObject({ pools: [b], stored: { version: 2 }, theirs: null })
    expect(phaseOf(actor)).toBe('clean')
  })

  it('is no difference where both arranged the same', async () => {
    const { actor, answer } = await loaded(stored(), teams)
    actor.send(place('tom', 'A', 1))
    actor.send({ type: 'remote.changed' })
    await answer({ kind: 'loaded', teams, stored: stored({ draft: [pool('A', ['huck', 'tom'])], version: 2 }) })
    expect(contextOf(actor)).toMatchObject({ theirs: null, stored: { version: 2 } })
    expect(phaseOf(actor)).toBe('clean')
  })

  it('is looked at after a write that is under way, which may have made it', async () => {
    const { actor, answer, requests } = await loaded(stored(), teams)
    const mine = stored({ draft: [pool('A', ['huck', 'tom'])], version: 2 })
    actor.send(place('tom', 'A', 1))
    actor.send({ type: 'save' })
    actor.send({ type: 'remote.changed' })
    expect(requests.map(({ kind }) => kind)).toEqual(['save'])
    await answer(settled(mine))
    await answer({ kind: 'loaded', teams, stored: mine })
    expect(contextOf(actor)).toMatchObject({ theirs: null, notice: { text: 'Done.' } })
  })
})

describe('A write whose answer was lost', () => {
  const teams = named('huck', 'tom', 'becky', 'sid')
  const mine = stored({ draft: [pool('A', ['huck', 'tom'])], version: 2, changedBy: ada })
  async function lost() {
    const started = await loaded(stored(), teams)
    started.actor.send(place('tom', 'A', 1))
    started.actor.send({ type: 'save' })
    await started.fail()
    return started
  }

  it('is asked for again as it was', async () => {
    const { actor, requests } = await lost()
    actor.send({ type: 'save' })
    expect(requests).toMatchObject([{ kind: 'save', input: { pools: mine.draft, stored: { version: 1 } } }])
  })

  it('is not taken for another user’s work when it turns up', async () => {
    const { actor, answer } = await lost()
    actor.send({ type: 'remote.changed' })
    await answer({ kind: 'loaded', teams, stored: mine })
    expect(contextOf(actor)).toMatchObject({
      theirs: null,
      stored: { version: 2 },
      notice: { tone: 'good', text: 'The answer was lost, but your pools are stored.' },
    })
    expect(phaseOf(actor)).toBe('clean')
  })

  it('is what later work goes on from, without a question', async () => {
    const { actor, answer, requests } = await lost()
    actor.send(place('becky', 'A', 1))
    actor.send({ type: 'save' })
    await answer({ kind: 'stale', theirs: mine })
    expect(phaseOf(actor)).toBe('saving')
    expect(requests).toMatchObject([{ input: { pools: [pool('A', ['huck', 'becky'])], stored: { version: 2 } } }])
  })

  it('leaves a real conflict one', async () => {
    const { actor, answer } = await lost()
    actor.send({ type: 'save' })
    await answer({ kind: 'stale', theirs: stored({ draft: [b], version: 2, changedBy: ada }) })
    expect(phaseOf(actor)).toBe('conflict')
  })

  it('in the middle of several leaves all as it was', async () => {
    const { actor, answer } = await loaded(stored({ published: [b] }), teams)
    actor.send({ type: 'unpublish' })
    actor.send({ type: 'confirm' })
    await answer({ kind: 'unanswered', notice: { tone: 'bad', text: 'Failed to unpublish pools' } })
    expect(contextOf(actor)).toMatchObject({ stored: { version: 1 }, notice: { text: 'Failed to unpublish pools' } })
  })
})
