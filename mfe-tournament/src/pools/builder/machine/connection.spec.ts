import { describe, expect, it } from 'vitest'
import { b, contextOf, loaded, named, phaseOf, place, pool, stored } from './machine.fixture.ts'

const pools = [pool('A', ['huck', 'tom'])]

describe('Without a connection', () => {
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
