import { describe, expect, it } from 'vitest'
import { emptyBid } from './bid.ts'
import { bid, change, contextOf, flush, formOf, start, submit } from './machine.fixture.ts'
import { failed } from './register-team.machine.ts'

describe('The key of a bid', () => {
  it('is kept while the same bid is tried again, so that a lost answer registers once', async () => {
    const { actor, server } = start()
    actor.send(change(bid))
    actor.send(submit('k1'))
    server.loseAnswer()
    await flush()
    actor.send(submit('k2'))
    server.accept()
    await flush()
    expect([...server.registered.keys()]).toEqual(['k1'])
  })

  it('is a new one for a bid that was changed since', async () => {
    const { actor, server } = start()
    actor.send(change(bid))
    actor.send(submit('k1'))
    server.fail()
    await flush()
    actor.send(change({ comments: 'With a raft.' }))
    actor.send(submit('k2'))
    server.accept()
    await flush()
    expect([...server.registered.keys()]).toEqual(['k2'])
  })

  it('is a new one after the form mark was rejected, so that another try can pass', async () => {
    const { actor, server } = start()
    actor.send(change(bid))
    actor.send(submit('k1'))
    server.reject()
    await flush()
    expect(contextOf(actor).failure).toBe(failed)
    actor.send(submit('k2'))
    server.accept()
    await flush()
    expect([...server.registered.keys()]).toEqual(['k2'])
  })

  it('is sent with the form mark, the same for every try', async () => {
    const { actor, server } = start()
    actor.send(change(bid))
    for (const filledMs of [5000, 9000]) {
      actor.send({ type: 'submit', key: `k${filledMs}`, mark: { filledMs, website: '' } })
      if (filledMs === 5000) server.fail()
      else server.accept()
      await flush()
    }
    expect([...server.registered.values()]).toEqual([
      { key: 'k5000', draft: bid, mark: { filledMs: 5000, website: '' } },
    ])
  })

  it('is stored with the draft before the request leaves, and used again after a reload', async () => {
    const before = start()
    before.actor.send(change(bid))
    before.actor.send(submit('k1'))
    const saved = before.drafts.at(-1) ?? null
    expect(saved).toEqual({ draft: bid, attempt: { key: 'k1', draft: bid } })
    const after = start(saved)
    after.actor.send(submit('k2'))
    after.server.accept()
    await flush()
    expect([...after.server.registered.keys()]).toEqual(['k1'])
  })

  it('is a new one for the next bid, even the very same', async () => {
    const { actor, server } = start()
    for (const key of ['k1', 'k2']) {
      actor.send(change(bid))
      actor.send(submit(key))
      server.accept()
      await flush()
    }
    expect([...server.registered.keys()]).toEqual(['k1', 'k2'])
  })
})

describe('The draft', () => {
  it('is saved when the typing pauses, not at every letter', () => {
    const { actor, clock, drafts } = start()
    for (const teamName of ['H', 'Hu', 'Huc']) {
      actor.send(change({ teamName }))
      clock.increment(100)
    }
    expect(drafts).toEqual([])
    clock.increment(400)
    expect(drafts).toEqual([{ draft: { ...emptyBid, teamName: 'Huc' }, attempt: null }])
  })

  it('can be thrown away', () => {
    const { actor, drafts } = start({ draft: bid, attempt: null })
    actor.send({ type: 'reset' })
    expect(formOf(actor)).toBe('editing')
    expect(contextOf(actor).draft).toEqual(emptyBid)
    expect(drafts.at(-1)).toBeNull()
  })
})
