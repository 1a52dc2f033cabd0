import { describe, expect, it } from 'vitest'
import { type Actor, createActor, fromPromise, SimulatedClock } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { type Bid, emptyBid } from './bid.ts'
import { fakeServer } from './machine.fixture.ts'
import { type Attempt, type Draft, type RegisterTeamEvent, registerTeamMachine, type SubmitOutcome } from './machine.ts'

const bid: Bid = {
  ...emptyBid,
  teamName: 'Huck Finns',
  location: 'Florence, AL',
  division: 'rec',
  captainName: 'Becky Thatcher',
  captainEmail: 'becky@example.org',
  captainPhone: '256-555-0142',
}
const alternate = { altCaptainName: 'Joe Harper', altCaptainEmail: 'joe@example.org', altCaptainPhone: '256-555-0143' }

function start(draft: Draft | null = null) {
  const server = fakeServer()
  const clock = new SimulatedClock()
  const drafts: (Draft | null)[] = []
  const focused: string[] = []
  const machine = registerTeamMachine.provide({
    actors: { submitBid: fromPromise<SubmitOutcome, Attempt>(({ input }) => server.submit(input)) },
    actions: {
      saveDraft: (_, saved) => drafts.push(saved),
      clearDraft: () => drafts.push(null),
      focusField: (_, { field }) => focused.push(field ?? 'nothing'),
    },
  })
  const actor = createActor(machine, { input: { draft }, clock }).start()
  return { actor, server, clock, drafts, focused }
}

const change = (changes: Partial<Bid>): RegisterTeamEvent => ({ type: 'change', changes })
const submit = (key: string): RegisterTeamEvent => ({ type: 'submit', key })
const formOf = (actor: Actor<typeof registerTeamMachine>) => actor.getSnapshot().value.form
const contextOf = (actor: Actor<typeof registerTeamMachine>) => actor.getSnapshot().context
/** Lets promises that are settled be heard. */
const heard = () => new Promise((resolve) => setImmediate(resolve))

describe('The registration machine, when a bid is submitted', () => {
  it('says what is wrong with every field and goes to the first', () => {
    const { actor, server, focused } = start()
    actor.send(submit('k1'))
    expect(formOf(actor)).toBe('invalid')
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
    expect(formOf(actor)).toBe('submitting')
    expect(server.requests()).toBe(1)
    server.accept()
    await heard()
    expect([...server.registered.keys()]).toEqual(['k1'])
  })

  it('starts anew after the thanks, closes the alternate contact and forgets the draft', async () => {
    const { actor, server, drafts, clock } = start()
    actor.send(change({ ...bid, ...alternate }))
    expect(actor.getSnapshot().value.alternate).toBe('open')
    actor.send(submit('k1'))
    server.accept()
    await heard()
    expect(actor.getSnapshot().value).toMatchObject({ form: 'succeeded', alternate: 'closed' })
    const received = { team: 'Huck Finns', confirmationSentTo: null }
    expect(contextOf(actor)).toMatchObject({ bid: emptyBid, attempt: null, received })
    expect(drafts.at(-1)).toBeNull()
    clock.increment(3000)
    expect(formOf(actor)).toBe('editing')
    expect(contextOf(actor).received).toEqual(received)
  })

  it('tells where the mail went whose link makes the bid count', async () => {
    const { actor, server } = start()
    actor.send(change({ ...bid, captainEmail: ' becky@example.org ' }))
    actor.send(submit('k1'))
    server.accept({ awaitsConfirmation: true })
    await heard()
    expect(contextOf(actor).received).toEqual({ team: 'Huck Finns', confirmationSentTo: 'becky@example.org' })
  })

  it('keeps everything typed when it fails', async () => {
    const { actor, server } = start()
    actor.send(change({ ...bid, ...alternate }))
    actor.send(submit('k1'))
    server.fail()
    await heard()
    expect(formOf(actor)).toBe('failed')
    expect(contextOf(actor).bid).toEqual({ ...bid, ...alternate })
  })

  it('puts what the server refused under its fields', async () => {
    const { actor, server, focused } = start()
    actor.send(change(bid))
    actor.send(submit('k1'))
    server.refuse({ location: 'Nobody lives there.' })
    await heard()
    expect(formOf(actor)).toBe('invalid')
    expect(contextOf(actor).errors).toEqual({ location: 'Nobody lives there.' })
    expect(focused).toEqual(['location'])
  })

  it('takes nothing more while it is on its way', () => {
    const { actor } = start()
    actor.send(change({ ...bid, ...alternate }))
    actor.send(submit('k1'))
    actor.send(change({ teamName: 'Tom Sawyers' }))
    actor.send({ type: 'alternate.remove' })
    expect(contextOf(actor).bid).toEqual({ ...bid, ...alternate })
    expect(actor.getSnapshot().value.alternate).toBe('open')
  })
})

describe('The key of a bid', () => {
  it('is kept while the same bid is tried again, so that a lost answer registers once', async () => {
    const { actor, server } = start()
    actor.send(change(bid))
    actor.send(submit('k1'))
    server.loseAnswer()
    await heard()
    actor.send(submit('k2'))
    server.accept()
    await heard()
    expect([...server.registered.keys()]).toEqual(['k1'])
  })

  it('is a new one for a bid that was changed since', async () => {
    const { actor, server } = start()
    actor.send(change(bid))
    actor.send(submit('k1'))
    server.fail()
    await heard()
    actor.send(change({ comments: 'With a raft.' }))
    actor.send(submit('k2'))
    server.accept()
    await heard()
    expect([...server.registered.keys()]).toEqual(['k2'])
  })

  it('is a new one after the way of filling in was rejected, so that another try can pass', async () => {
    const { actor, server } = start()
    actor.send(change(bid))
    actor.send(submit('k1'))
    server.reject()
    await heard()
    expect(formOf(actor)).toBe('failed')
    actor.send(submit('k2'))
    server.accept()
    await heard()
    expect([...server.registered.keys()]).toEqual(['k2'])
  })

  it('goes with how the form was filled in, the same for every try', async () => {
    const { actor, server } = start()
    actor.send(change(bid))
    for (const filledMs of [5000, 9000]) {
      actor.send({ type: 'submit', key: `k${filledMs}`, mark: { filledMs, website: '' } })
      if (filledMs === 5000) server.fail()
      else server.accept()
      await heard()
    }
    expect([...server.registered.values()]).toEqual([{ key: 'k5000', bid, mark: { filledMs: 5000, website: '' } }])
  })

  it('is stored with the draft before the request leaves, and used again after a reload', async () => {
    const before = start()
    before.actor.send(change(bid))
    before.actor.send(submit('k1'))
    const saved = before.drafts.at(-1) ?? null
    expect(saved).toEqual({ bid, attempt: { key: 'k1', bid } })
    const after = start(saved)
    after.actor.send(submit('k2'))
    after.server.accept()
    await heard()
    expect([...after.server.registered.keys()]).toEqual(['k1'])
  })

  it('is a new one for the next bid, even the very same', async () => {
    const { actor, server } = start()
    for (const key of ['k1', 'k2']) {
      actor.send(change(bid))
      actor.send(submit(key))
      server.accept()
      await heard()
    }
    expect([...server.registered.keys()]).toEqual(['k1', 'k2'])
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
    expect(formOf(actor)).toBe('editing')
  })

  it('do not come while typing, before anything was submitted', () => {
    const { actor } = start()
    actor.send(change({ captainEmail: 'beck' }))
    expect(contextOf(actor).errors).toEqual({})
  })

  it('of the alternate contact leave with it', () => {
    const { actor } = start()
    actor.send({ type: 'alternate.add' })
    actor.send(change({ ...bid, altCaptainEmail: 'joe', altCaptainPhone: 'none' }))
    actor.send(submit('k1'))
    expect(contextOf(actor).errors).toEqual({
      altCaptainEmail: 'Alternate email looks invalid.',
      altCaptainPhone: 'Alternate phone looks invalid.',
    })
    actor.send({ type: 'alternate.remove' })
    expect(actor.getSnapshot().value).toMatchObject({ form: 'editing', alternate: 'closed' })
    expect(contextOf(actor)).toMatchObject({ bid, errors: {} })
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
    expect(drafts).toEqual([{ bid: { ...emptyBid, teamName: 'Huc' }, attempt: null }])
  })

  it('comes back with its alternate contact and can be thrown away', () => {
    const { actor, drafts } = start({ bid: { ...bid, ...alternate }, attempt: null })
    expect(actor.getSnapshot().value).toMatchObject({ alternate: 'open', recovery: 'offered' })
    actor.send({ type: 'draft.discard' })
    expect(actor.getSnapshot().value).toMatchObject({ form: 'editing', alternate: 'closed', recovery: 'over' })
    expect(contextOf(actor).bid).toEqual(emptyBid)
    expect(drafts.at(-1)).toBeNull()
  })

  it('is not spoken of when there was none', () => {
    expect(start().actor.getSnapshot().value.recovery).toBe('over')
  })
})

describe('On every shortest path through the machine', () => {
  const accepted: SubmitOutcome = { kind: 'accepted', awaitsConfirmation: false }
  const outcome = (output: SubmitOutcome) => ({ type: 'xstate.done.actor.submitBid', output, actorId: 'submitBid' })
  const events = [
    change(bid),
    change({ captainEmail: 'becky' }),
    submit('k1'),
    { type: 'alternate.add' },
    { type: 'alternate.remove' },
    { type: 'draft.discard' },
    outcome(accepted),
    outcome({ kind: 'refused', errors: { teamName: 'This one is taken.' } }),
    outcome({ kind: 'rejected' }),
    { type: 'xstate.error.actor.submitBid', error: new Error('Connection lost'), actorId: 'submitBid' },
    { type: 'xstate.after.successShown.registerTeam.form.succeeded' },
  ] as RegisterTeamEvent[]
  const paths = getShortestPaths(registerTeamMachine, { events, input: { draft: null } })

  it('there is a way to every state of the form', () => {
    const reached = new Set(paths.map((path) => (path.state.value as { form: string }).form))
    expect(reached).toEqual(new Set(['editing', 'invalid', 'submitting', 'failed', 'succeeded']))
  })

  it.each(paths.map((path) => [describePath(path.steps), path] as const))('%s', async (_, path) => {
    const { actor, server, clock } = start()
    const happen = (event: GraphEvent) => {
      if (event.type.startsWith('xstate.error')) return server.fail()
      if (event.type.startsWith('xstate.after')) return clock.increment(3000)
      if (!event.type.startsWith('xstate.done')) return actor.send(event as RegisterTeamEvent)
      if (event.output?.kind === 'rejected') return server.reject()
      return event.output?.kind === 'refused' ? server.refuse({ ...event.output.errors }) : server.accept()
    }
    for (const { event } of path.steps.slice(1)) {
      happen(event as GraphEvent)
      await heard()
    }
    const { value, context } = actor.getSnapshot()
    const { saving: _saving, ...expected } = path.state.value
    expect(value).toMatchObject(expected)
    expect(context).toEqual(path.state.context)
    expect(server.requests()).toBe(value.form === 'submitting' ? 1 : 0)
    expect(server.registered.size).toBe(
      path.steps.some(({ event }) => (event as GraphEvent).output === accepted) ? 1 : 0,
    )
  })
})

interface GraphEvent {
  readonly type: string
  readonly output?: SubmitOutcome
}

function describePath(steps: readonly { event: GraphEvent }[]): string {
  const words = steps.slice(1).map(({ event }) => event.output?.kind ?? event.type.replace(/^xstate\.(\w+).*/, '$1'))
  return words.join(', ') || 'nothing happens'
}
