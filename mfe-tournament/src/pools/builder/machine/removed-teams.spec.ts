import { describe, expect, it } from 'vitest'
import { contextOf, loaded, named, phaseOf, place, pool, stored } from './machine.fixture.ts'

const allTeams = named('huck', 'tom', 'becky', 'sid')
const withoutHuck = named('tom', 'becky', 'sid')
const huckLeft = stored({ draft: [pool('A', [null, null])], version: 2 })

describe('A team that is removed while the builder is open', () => {
  it('leaves its place, and what was arranged meanwhile stays unsaved', async () => {
    const { actor, answer } = await loaded(stored(), allTeams)
    actor.send({ type: 'pools.add', size: 2, ids: ['B'] })
    actor.send(place('tom', 'B', 1))
    actor.send({ type: 'teams.changed' })
    await answer(withoutHuck)
    expect(contextOf(actor)).toMatchObject({
      teams: withoutHuck,
      base: [pool('A', [null, null])],
      pools: [pool('A', [null, null]), pool('B', [null, 'tom'])],
      notice: { tone: 'warn', text: 'huck was removed; its place is free.' },
    })
    expect(phaseOf(actor)).toBe('dirty')
  })

  it('causes no conflict: the next save is based on what the server has', async () => {
    const { actor, answer, requests } = await loaded(stored(), allTeams)
    actor.send(place('tom', 'A', 1))
    actor.send({ type: 'teams.changed' })
    actor.send({ type: 'remote.changed' })
    // The answer with the teams alone is not used.
    requests.shift()
    await answer({ kind: 'loaded', teams: withoutHuck, stored: huckLeft })
    actor.send({ type: 'save' })
    expect(requests).toMatchObject([
      { kind: 'save', input: { pools: [pool('A', [null, 'tom'])], stored: { version: 2 } } },
    ])
  })

  it('is followed also while arranging goes on during the read', async () => {
    const { actor, answer } = await loaded(stored(), allTeams)
    actor.send(place('tom', 'A', 1))
    actor.send({ type: 'remote.changed' })
    actor.send(place('sid', 'A', 1))
    await answer({ kind: 'loaded', teams: withoutHuck, stored: huckLeft })
    expect(contextOf(actor)).toMatchObject({ pools: [pool('A', [null, 'sid'])], stored: { version: 2 } })
  })

  it('does not hide a change of another user', async () => {
    const { actor, answer } = await loaded(stored(), allTeams)
    actor.send(place('tom', 'A', 1))
    actor.send({ type: 'remote.changed' })
    const theirs = stored({ draft: [pool('A', ['sid', null])], version: 3 })
    await answer({ kind: 'loaded', teams: withoutHuck, stored: theirs })
    expect(contextOf(actor)).toMatchObject({ pools: [pool('A', [null, 'tom'])], theirs, stored: { version: 1 } })
  })

  it('leaves nothing unsaved where it was all that was placed', async () => {
    const { actor, answer } = await loaded(stored({ draft: [pool('A', [null, null])] }), allTeams)
    actor.send(place('huck', 'A', 1))
    actor.send({ type: 'teams.changed' })
    await answer(withoutHuck)
    expect(phaseOf(actor)).toBe('clean')
  })

  it('is no longer held', async () => {
    const { actor, answer } = await loaded(stored(), allTeams)
    actor.send({ type: 'teams.hold', teams: ['huck'] })
    actor.send({ type: 'teams.changed' })
    await answer(withoutHuck)
    expect(contextOf(actor).held).toEqual([])
  })

  it('is reported once where nothing is unsaved, and not as a change of the pools', async () => {
    const { actor, answer } = await loaded(stored(), allTeams)
    actor.send({ type: 'teams.changed' })
    await answer(withoutHuck)
    actor.send({ type: 'remote.changed' })
    await answer({ kind: 'loaded', teams: withoutHuck, stored: huckLeft })
    expect(contextOf(actor)).toMatchObject({
      pools: [pool('A', [null, null])],
      stored: { version: 2 },
      notice: { text: 'huck was removed; its place is free.' },
    })
  })

  it('counts with others that went at the same time', async () => {
    const { actor, answer } = await loaded(stored({ draft: [pool('A', ['huck', 'becky'])] }), allTeams)
    actor.send({ type: 'teams.changed' })
    await answer(named('tom', 'sid'))
    expect(contextOf(actor).notice?.text).toBe('2 teams were removed; their places are free.')
  })

  it('does not come back with an earlier state of the pools', async () => {
    const { actor } = await loaded(stored(), withoutHuck)
    actor.send({ type: 'arrangement.take', pools: [pool('A', ['huck', 'becky'])] })
    expect(contextOf(actor).pools).toEqual([pool('A', [null, 'becky'])])
  })

  it('changes nothing here where the update cannot be read', async () => {
    const { actor, fail, answer } = await loaded(stored(), allTeams)
    actor.send(place('tom', 'A', 1))
    actor.send({ type: 'remote.changed' })
    await fail()
    actor.send({ type: 'remote.changed' })
    await answer({ kind: 'failed', sentence: 'Failed to load teams' })
    expect(contextOf(actor)).toMatchObject({ pools: [pool('A', ['huck', 'tom'])], teams: allTeams })
  })
})
