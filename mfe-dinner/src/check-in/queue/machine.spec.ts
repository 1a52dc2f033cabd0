import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { type Attempt, type CheckInEvent, checkInMachine, type Outcome } from './machine.ts'

const first = { key: 'k1', at: '2025-11-22T23:40:00.000Z' }
const second = { key: 'k2', at: '2025-11-22T23:41:00.000Z' }
const refusal: Outcome = { kind: 'refused', sentence: 'This dish has left Holding. Move it back first.' }
const silence: Outcome = { kind: 'unanswered', sentence: 'Connection lost' }

/** Stands for the server: collects each attempt, and answers when and how a test says. */
function start(checkedIn = false) {
  const sent: Attempt[] = []
  const answers: ((outcome: Outcome) => void)[] = []
  const perform = fromPromise<Outcome, Attempt>(({ input }) => {
    sent.push(input)
    return new Promise((resolve) => answers.push(resolve))
  })
  const input = { signupId: 'signup', checkedIn }
  const actor = createActor(checkInMachine.provide({ actors: { perform } }), { input }).start()
  return {
    send: actor.send,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    isShownCheckedIn: () => actor.getSnapshot().hasTag('checked in'),
    sent,
    waiting: () => answers.length,
    answer: (outcome: Outcome) => {
      const resolve = answers.shift()
      if (!resolve) throw new Error('No attempt is waiting for an answer')
      resolve(outcome)
      return new Promise((flushed) => setImmediate(flushed))
    },
  }
}

describe('The check-in of one row', () => {
  it('shows at once what was pressed, and stays so when the server agrees', async () => {
    const { send, state, isShownCheckedIn, answer, sent } = start()
    send({ type: 'check in', ...first })
    expect(isShownCheckedIn()).toBe(true)
    await answer({ kind: 'done' })
    expect(state()).toBe('checked-in')
    expect(sent).toEqual([{ signupId: 'signup', checkedIn: true, ...first }])
  })

  it('comes back with a sentence when refused, and the next press is another attempt', async () => {
    const { send, state, context, answer, sent } = start()
    send({ type: 'check in', ...first })
    await answer(refusal)
    expect(state()).toBe('failed')
    expect(context().sentence).toBe('This dish has left Holding. Move it back first.')
    send({ type: 'check in', ...second })
    expect(sent.map(({ key }) => key)).toEqual(['k1', 'k2'])
  })

  it('keeps key and moment while it is unknown whether the request arrived', async () => {
    const { send, answer, sent } = start(true)
    send({ type: 'undo', ...first })
    await answer(silence)
    send({ type: 'undo', ...second })
    expect(sent).toEqual([
      { signupId: 'signup', checkedIn: false, ...first },
      { signupId: 'signup', checkedIn: false, ...first },
    ])
  })

  it('is sent once, however often the button is pressed, and ignores updates meanwhile', () => {
    const { send, state, sent } = start()
    send({ type: 'check in', ...first })
    send({ type: 'check in', ...second })
    send({ type: 'update', checkedIn: false })
    expect(state()).toBe('sending')
    expect(sent).toHaveLength(1)
  })

  it('is settled by an update when the answer itself is lost', async () => {
    const { send, state, context, answer } = start()
    send({ type: 'check in', ...first })
    await answer(silence)
    send({ type: 'update', checkedIn: false })
    expect(state()).toBe('failed')
    send({ type: 'update', checkedIn: true })
    expect(state()).toBe('checked-in')
    expect(context()).toMatchObject({ attempt: null, sentence: null })
  })
})

describe.each([false, true])('On every shortest path through the machine, checked in at first: %s', (checkedIn) => {
  const done = (output: Outcome) => ({ type: 'xstate.done.actor.perform', output, actorId: 'perform' })
  const events = [
    { type: 'check in', ...first },
    { type: 'undo', ...first },
    { type: 'update', checkedIn: true },
    { type: 'update', checkedIn: false },
    { type: 'dismiss' },
    done({ kind: 'done' }),
    done(refusal),
    done(silence),
  ] as CheckInEvent[]
  const paths = getShortestPaths(checkInMachine, { events, input: { signupId: 'signup', checkedIn } })

  it('every state is reached', () => {
    const states = ['pending', 'sending', 'failed', 'checked-in', 'undoing', 'undo failed']
    expect(new Set(paths.map(({ state }) => state.value))).toEqual(new Set(states))
  })

  it.each(paths.map((path) => [path.steps.map(({ event }) => event.type).join(', '), path] as const))(
    '%s',
    async (_, { steps, state: expected }) => {
      const { send, state, context, waiting, answer, isShownCheckedIn } = start(checkedIn)
      for (const { event } of steps.slice(1) as readonly { event: { type: string; output?: Outcome } }[])
        if (event.output) await answer(event.output)
        else send(event as CheckInEvent)
      expect(state()).toBe(expected.value)
      expect(context()).toEqual(expected.context)
      expect(waiting()).toBe(expected.hasTag('on its way') ? 1 : 0)
      expect(isShownCheckedIn()).toBe(['sending', 'checked-in', 'undo failed'].includes(String(expected.value)))
    },
  )
})
