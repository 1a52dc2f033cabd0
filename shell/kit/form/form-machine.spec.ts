import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { Answer, FormAttempt, FormInput, FormOptions } from './form-draft.ts'
import { type FormEvent, formMachine } from './form-machine.ts'

interface Bid {
  readonly team: string
  readonly captain: string
}
type Accepted = 'confirmed' | null

const empty: Bid = { team: '', captain: '' }
const bid: Bid = { team: 'Huck Finns', captain: 'Becky' }
const change = (changes: Partial<Bid>): FormEvent<Bid> => ({ type: 'change', changes })
const submit = (key: string): FormEvent<Bid> => ({ type: 'submit', key })
/** Lets promises that are settled be heard. */
const heard = () => new Promise((resolve) => setImmediate(resolve))

function start(options: Partial<FormOptions<Bid, Accepted>> = {}, input: FormInput<Bid> = {}) {
  const sent: FormAttempt<Bid>[] = []
  const log: string[] = []
  const clock = new SimulatedClock()
  let answer = Promise.withResolvers<Answer<keyof Bid, Accepted>>()
  const machine = formMachine<Bid, Accepted>({
    id: 'bid',
    fields: ['team', 'captain'],
    empty,
    findErrors: ({ team, captain }) => ({
      ...(team === '' && { team: 'Team is required' }),
      ...(captain === team && captain !== '' && { captain: 'A captain is no team' }),
    }),
    failed: 'No response.',
    ...options,
  }).provide({
    actors: {
      send: fromPromise(({ input: attempt }) => {
        sent.push(attempt)
        answer = Promise.withResolvers()
        return answer.promise
      }),
    },
    actions: {
      focusField: (_, { control }) => void log.push(`focus ${control}`),
      announce: (_, { value }) => void log.push(`announce ${value}`),
      saveDraft: (_, { draft, attempt }) => void log.push(`keep ${draft.team} ${attempt?.key ?? 'unsent'}`),
      forgetDraft: () => void log.push('forget'),
    },
  })
  const actor = createActor(machine, { input, clock }).start()
  return {
    sent,
    log,
    clock,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    send: (...events: FormEvent<Bid>[]) => {
      for (const event of events) actor.send(event)
    },
    answer: (given: Answer<keyof Bid, Accepted>) => {
      answer.resolve(given)
      return heard()
    },
    loseAnswer: () => {
      answer.reject(new Error('the connection is lost'))
      return heard()
    },
  }
}

describe('a form', () => {
  it('validates as a whole when it is submitted, and then each field with an error as it changes', () => {
    const form = start()
    form.send(change({ captain: 'Becky' }), submit('k1'))
    expect(form.context().errors).toEqual({ team: 'Team is required' })
    expect(form.log).toEqual(['focus bid-team'])
    form.send(change({ team: 'Becky' }))
    expect(form.context().errors).toEqual({})
    expect(form.sent).toEqual([])
  })

  it('validates a field that is left, where its screen says that it is', () => {
    const form = start()
    form.send(change({ captain: 'Becky' }), { type: 'leave', field: 'captain' })
    expect(form.context().errors).toEqual({})
    form.send({ type: 'leave', field: 'team' })
    expect(form.context().errors).toEqual({ team: 'Team is required' })
    form.send(change({ team: 'Huck Finns' }))
    expect(form.context().errors).toEqual({})
  })

  it('that validates on submit only takes an error back as its field changes', () => {
    const form = start({ validatesOnSubmit: true })
    form.send(submit('k1'), change({ team: '' }))
    expect(form.context().errors).toEqual({})
  })

  it('validates a field again whose error depends on the one that changes', () => {
    const form = start({ validatedWith: { team: ['captain'] } })
    form.send(change({ team: 'Becky', captain: 'Becky' }), submit('k1'))
    expect(form.context().errors).toEqual({ captain: 'A captain is no team' })
    form.send(change({ team: 'Huck Finns' }))
    expect(form.context().errors).toEqual({})
  })

  it('takes nothing while it is sent, and begins anew once it is accepted', async () => {
    const form = start()
    form.send(change(bid), submit('k1'), change({ team: 'Others' }), submit('k2'), { type: 'reset' })
    expect([form.state(), form.sent]).toEqual(['sending', [{ key: 'k1', draft: bid, mark: undefined }]])
    await form.answer({ kind: 'accepted', value: 'confirmed' })
    expect(form.state()).toBe('done')
    expect(form.context()).toMatchObject({ draft: empty, attempt: null, value: 'confirmed' })
    expect(form.log).toContain('announce confirmed')
    form.send(change({ team: 'Others' }))
    expect([form.state(), form.context().value]).toEqual(['editing', 'confirmed'])
    form.send(submit('k2'))
    expect(form.context().value).toBeNull()
  })

  it('asks for a lost answer under the same key, and sends a changed draft under another one', async () => {
    const form = start()
    form.send(change(bid), submit('k1'))
    await form.loseAnswer()
    expect(form.context()).toMatchObject({ draft: bid, failure: 'No response.' })
    form.send(submit('k2'))
    await form.answer({ kind: 'unanswered', message: 'You are offline.' })
    expect(form.context().failure).toBe('You are offline.')
    form.send(change({ captain: 'Tom' }), submit('k3'))
    expect(form.sent.map(({ key }) => key)).toEqual(['k1', 'k1', 'k3'])
  })

  it('ends a refused attempt, and goes to the field that the server names, or to the one that is likely wrong', async () => {
    const form = start()
    form.send(change(bid), submit('k1'))
    await form.answer({ kind: 'refused', message: 'Taken.', errors: { team: 'This name is taken' } })
    expect(form.context()).toMatchObject({ failure: 'Taken.', errors: { team: 'This name is taken' }, attempt: null })
    form.send(submit('k2'))
    await form.answer({ kind: 'refused', message: 'Taken.', errors: {}, focus: 'captain' })
    expect(form.log.filter((line) => line.startsWith('focus'))).toEqual(['focus bid-team', 'focus bid-captain'])
    expect(form.sent.map(({ key }) => key)).toEqual(['k1', 'k2'])
  })

  it.each([
    [false, null],
    [true, 'No response.'],
  ])('that keeps its failure (%s) shows after a change: %s', async (keepsFailure, failure) => {
    const form = start({ keepsFailure })
    form.send(change(bid), submit('k1'))
    await form.loseAnswer()
    form.send(change({ captain: 'Tom' }))
    expect(form.context().failure).toBe(failure)
  })

  it('passes on what its controls hold, and holds none of it', () => {
    const form = start()
    form.send({ type: 'submit', key: 'k1', draft: empty })
    expect(form.context().errors).toEqual({ team: 'Team is required' })
    form.send({ type: 'edit', field: 'team' })
    expect(form.context().errors).toEqual({})
    form.send({ type: 'submit', key: 'k2', draft: bid })
    expect(form.sent).toEqual([{ key: 'k2', draft: bid }])
    expect(form.context()).toMatchObject({ draft: empty, attempt: null })
  })

  it('is done for as long as its options say, or for good', async () => {
    const passing = start({ doneMs: 3000 })
    const final = start({ isFinal: true })
    for (const form of [passing, final]) {
      form.send(change(bid), submit('k1'))
      await form.answer({ kind: 'accepted', value: null })
      form.clock.increment(3000)
    }
    final.send(change(bid))
    expect([passing.state(), final.state()]).toEqual(['editing', 'done'])
  })
})

describe('a form in a dialog', () => {
  it('is empty whenever it opens, stays open while it is sent, and closes once it is accepted', async () => {
    const form = start({ isDialog: true })
    form.send(change(bid))
    expect([form.state(), form.context().draft]).toEqual(['closed', empty])
    form.send({ type: 'open' }, change(bid), { type: 'close' }, { type: 'open' })
    expect(form.context().draft).toEqual(empty)
    form.send(change(bid), submit('k1'), { type: 'close' })
    expect(form.state()).toBe('sending')
    await form.answer({ kind: 'accepted', value: null })
    expect(form.state()).toBe('closed')
  })
})

describe('a form that edits what is stored', () => {
  const edit = () => start({ isEdit: true, afterwards: () => bid }, { stored: bid })

  it('sends nothing unchanged, and has nothing wrong once a change is taken back', () => {
    const form = edit()
    form.send(submit('k1'), change({ team: '' }), submit('k1'))
    expect(form.context().errors).toEqual({ team: 'Team is required' })
    form.send(change({ team: bid.team }))
    expect([form.context().errors, form.sent]).toEqual([{}, []])
  })

  it('knows what was stored elsewhere while it was sent, and keeps what was typed', async () => {
    const form = edit()
    form.send(change({ captain: 'Tom' }), submit('k1'), { type: 'stored', stored: { team: 'Zoo', captain: 'Tom' } })
    await form.answer({ kind: 'refused', message: 'Taken.', errors: {} })
    expect(form.context().draft).toEqual({ ...bid, captain: 'Tom' })
    form.send({ type: 'reset' })
    expect(form.context().draft).toEqual({ team: 'Zoo', captain: 'Tom' })
  })

  it('follows what is stored elsewhere while it is unchanged, and goes back to it', () => {
    const form = edit()
    const elsewhere = { team: 'Zoo', captain: 'Tom' }
    form.send({ type: 'stored', stored: elsewhere })
    expect(form.context().draft).toEqual(elsewhere)
    form.send(change({ captain: 'Becky' }), { type: 'stored', stored: bid })
    expect(form.context().draft).toEqual({ team: 'Zoo', captain: 'Becky' })
    form.send({ type: 'reset' })
    expect(form.context().draft).toEqual(bid)
  })
})

describe('a form whose draft is stored on this device', () => {
  it('keeps it when changes pause and when it is sent, and forgets it once it is accepted', async () => {
    const form = start({ saveDraftMs: 400 })
    form.send(change({ team: 'H' }))
    form.clock.increment(399)
    form.send(change({ team: 'Hu' }))
    form.clock.increment(399)
    expect(form.log).toEqual([])
    form.clock.increment(1)
    form.send(change(bid), submit('k1'))
    await form.answer({ kind: 'accepted', value: null })
    form.clock.increment(400)
    expect(form.log).toEqual(['keep Hu unsent', 'keep Huck Finns k1', 'forget', 'announce null'])
  })

  it('goes on with a kept attempt under its key, until it is discarded', async () => {
    const kept = { draft: bid, attempt: { key: 'k0', draft: bid } }
    const form = start({ saveDraftMs: 400 }, kept)
    form.send(submit('k1'))
    await form.loseAnswer()
    form.send({ type: 'reset' })
    expect(form.sent.map(({ key }) => key)).toEqual(['k0'])
    expect(form.context()).toMatchObject({ draft: empty, attempt: null })
    expect(form.log).toEqual(['keep Huck Finns k0', 'forget'])
  })
})
