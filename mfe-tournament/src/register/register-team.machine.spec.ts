import { describe, expect, it } from 'vitest'
import { emptyBid, noAlternate } from './bid.ts'
import { alternate, bid, change, contextOf, flush, formOf, start, submit } from './machine.fixture.ts'

describe('The registration machine, when a bid is submitted', () => {
  it('says what is wrong with every field and goes to the first', () => {
    const { actor, server, focused } = start()
    actor.send(submit('k1'))
    expect(formOf(actor)).toBe('editing')
    expect(contextOf(actor).errors).toEqual({
      teamName: 'Team name is required.',
      location: 'Location is required.',
      division: 'Please choose a division.',
      captainName: 'Captain name is required.',
      captainEmail: 'Valid email required.',
      captainPhone: 'Valid phone required.',
    })
    expect(focused).toEqual(['teamName'])
    expect(server.requests()).toBe(0)
  })

  it('goes to the first error again when the bid is still wrong', () => {
    const { actor, focused } = start()
    actor.send(submit('k1'))
    actor.send(change({ teamName: 'Huck Finns' }))
    actor.send(submit('k2'))
    expect(focused).toEqual(['teamName', 'location'])
  })

  it('sends it once, however often the button is pressed', async () => {
    const { actor, server } = start()
    actor.send(change(bid))
    actor.send(submit('k1'))
    actor.send(submit('k2'))
    expect(formOf(actor)).toBe('sending')
    expect(server.requests()).toBe(1)
    server.accept()
    await flush()
    expect([...server.registered.keys()]).toEqual(['k1'])
  })

  it('starts anew after the thanks and forgets the draft', async () => {
    const { actor, server, drafts, clock } = start()
    actor.send(change({ ...bid, ...alternate }))
    actor.send(submit('k1'))
    server.accept()
    await flush()
    expect(formOf(actor)).toBe('done')
    const received = { id: 'team-1', team: 'Huck Finns', confirmationSentTo: null }
    expect(contextOf(actor)).toMatchObject({ draft: emptyBid, attempt: null, value: received })
    expect(drafts.at(-1)).toBeNull()
    clock.increment(3000)
    expect(formOf(actor)).toBe('editing')
    expect(contextOf(actor).value).toEqual(received)
  })

  it('shows the address of the confirmation mail', async () => {
    const { actor, server } = start()
    actor.send(change({ ...bid, captainEmail: ' becky@example.org ' }))
    actor.send(submit('k1'))
    server.accept({ awaitsConfirmation: true })
    await flush()
    expect(contextOf(actor).value).toEqual({
      id: 'team-1',
      team: 'Huck Finns',
      confirmationSentTo: 'becky@example.org',
    })
  })

  it('keeps everything typed when it fails', async () => {
    const { actor, server } = start()
    actor.send(change({ ...bid, ...alternate }))
    actor.send(submit('k1'))
    server.fail()
    await flush()
    expect(contextOf(actor).failure).toBe('Could not submit right now. Please try again or contact the organizers.')
    expect(contextOf(actor).draft).toEqual({ ...bid, ...alternate })
  })

  it('puts what the server refused under its fields', async () => {
    const { actor, server, focused } = start()
    actor.send(change(bid))
    actor.send(submit('k1'))
    server.refuse({ location: 'This place is unknown.' })
    await flush()
    expect(formOf(actor)).toBe('editing')
    expect(contextOf(actor).failure).toBeNull()
    expect(contextOf(actor).errors).toEqual({ location: 'This place is unknown.' })
    expect(focused).toEqual(['location'])
  })

  it('ignores changes while the request is under way', () => {
    const { actor } = start()
    actor.send(change({ ...bid, ...alternate }))
    actor.send(submit('k1'))
    actor.send(change({ teamName: 'Tom Sawyers' }))
    actor.send(change(noAlternate))
    expect(contextOf(actor).draft).toEqual({ ...bid, ...alternate })
  })
})

describe('The errors under the fields', () => {
  it('go away one by one, as each field becomes good', () => {
    const { actor } = start()
    actor.send(change({ ...bid, teamName: '', captainEmail: 'becky' }))
    actor.send(submit('k1'))
    actor.send(change({ captainEmail: 'becky@ex' }))
    expect(Object.keys(contextOf(actor).errors)).toEqual(['teamName', 'captainEmail'])
    actor.send(change({ captainEmail: 'becky@example.org' }))
    expect(contextOf(actor).errors).toEqual({ teamName: 'Team name is required.' })
    actor.send(change({ teamName: 'Huck Finns' }))
    expect(contextOf(actor).errors).toEqual({})
    expect(formOf(actor)).toBe('editing')
  })

  it('do not come while typing, before anything was submitted', () => {
    const { actor } = start()
    actor.send(change({ captainEmail: 'beck' }))
    expect(contextOf(actor).errors).toEqual({})
  })

  it('of the alternate contact leave with it', () => {
    const { actor } = start()
    actor.send(change({ ...bid, altCaptainEmail: 'joe', altCaptainPhone: 'none' }))
    actor.send(submit('k1'))
    expect(contextOf(actor).errors).toEqual({
      altCaptainEmail: 'Alternate email looks invalid.',
      altCaptainPhone: 'Alternate phone looks invalid.',
    })
    actor.send(change(noAlternate))
    expect(contextOf(actor)).toMatchObject({ draft: bid, errors: {} })
  })
})
