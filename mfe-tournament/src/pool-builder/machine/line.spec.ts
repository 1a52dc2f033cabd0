import { describe, expect, it } from 'vitest'
import { b, contextOf, loaded, named, phaseOf, place, pool, settled, stored } from './machine.fixture.ts'

const teams = named('huck', 'tom', 'becky')
const pools = [pool('A', ['huck', 'tom'])]

/** Something is asked for while the line is gone. */
async function askedOffline(type: 'save' | 'publish' | 'unpublish') {
  const started = await loaded(stored({ published: [b] }), teams)
  started.actor.send({ type: 'arrangement.take', pools })
  started.loseLine()
  started.actor.send({ type })
  if (type !== 'save') started.actor.send({ type: 'confirm' })
  return started
}

describe('Without a line', () => {
  it.each(['save', 'publish', 'unpublish'] as const)(
    '%s waits for it, and is sent as it was asked for',
    async (type) => {
      const { actor, requests, lineIsBack } = await askedOffline(type)
      expect([phaseOf(actor), requests]).toMatchObject(['waiting', [{ kind: 'line' }]])
      actor.send(place('becky', 'A', 0))
      // If the pools were read again now, another user's change would be published with ours, unseen.
      actor.send({ type: 'remote.changed' })
      await lineIsBack()
      expect(requests).toMatchObject([{ kind: type, input: { pools, stored: { version: 1 } } }])
    },
  )

  it('what waits can be cancelled, and is not sent later', async () => {
    const { actor, requests, lineIsBack } = await askedOffline('publish')
    actor.send({ type: 'cancel' })
    await lineIsBack()
    expect([phaseOf(actor), requests, contextOf(actor).pools]).toEqual(['dirty', [], pools])
  })

  it('an answer that the line took with it is waited for, and is not told as a failure', async () => {
    const { actor, clock, requests, fail, loseLine, lineIsBack, answer } = await loaded(stored(), teams)
    clock.increment(3000)
    actor.send({ type: 'arrangement.take', pools })
    actor.send({ type: 'save' })
    loseLine()
    await fail()
    expect([phaseOf(actor), contextOf(actor).notice]).toEqual(['waiting', null])
    await lineIsBack()
    expect(requests).toMatchObject([{ kind: 'save', input: { pools } }])
    loseLine()
    await answer({ kind: 'unanswered', notice: { tone: 'bad', text: 'Failed.' } })
    expect([phaseOf(actor), contextOf(actor).notice]).toEqual(['waiting', null])
    await lineIsBack()
    await answer(settled(stored({ saved: pools, version: 2 })))
    expect([phaseOf(actor), contextOf(actor).notice?.text]).toEqual(['clean', 'Done.'])
  })
})
