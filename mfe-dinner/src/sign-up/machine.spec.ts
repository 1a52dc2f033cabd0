import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { type Attempt, type CommitmentEvent, commitmentMachine, type Intent, type Outcome } from './machine.ts'

const person = { name: 'Becky', email: 'becky@example.org', captainId: 'team' }
const mark = { filledMs: 5000, website: '' }
const signUp: Intent = { kind: 'sign-up', slotId: 'slot', person, mark }
const remove: Intent = { kind: 'remove', slotId: 'slot', signupId: 'signup' }
const press = (intent: Intent, key: string, count = 2): CommitmentEvent => ({
  type: 'do',
  key,
  intent,
  seen: { count, own: 0 },
})
const refusal: Outcome = { kind: 'refused', sentence: 'This slot is full. Somebody was a moment faster.' }

/** Stands for the server: handles one intent per key, and answers when and how a test says. */
function start() {
  const done = new Map<string, Intent>()
  const waiting: { attempt: Attempt; resolve: (outcome: Outcome) => void; reject: (reason: Error) => void }[] = []
  const next = () => {
    const request = waiting.shift()
    if (!request) throw new Error('No request is waiting for an answer')
    return request
  }
  const perform = fromPromise<Outcome, Attempt>(
    ({ input }) => new Promise((resolve, reject) => waiting.push({ attempt: input, resolve, reject })),
  )
  const actor = createActor(commitmentMachine.provide({ actors: { perform } })).start()
  const flush = () => new Promise((resolve) => setImmediate(resolve))
  return {
    send: actor.send,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    requests: () => waiting.length,
    done,
    accept: () => {
      const { attempt, resolve } = next()
      done.set(attempt.key, attempt.intent)
      resolve({ kind: 'done' })
      return flush()
    },
    refuse: () => {
      next().resolve(refusal)
      return flush()
    },
    loseAnswer: () => {
      const { attempt, reject } = next()
      done.set(attempt.key, attempt.intent)
      reject(new Error('Connection lost'))
      return flush()
    },
  }
}

describe('A commitment', () => {
  it('is shown until the server has answered, and then left to the server', async () => {
    const { send, state, context, accept } = start()
    send(press(signUp, 'k1'))
    expect(state()).toBe('acting')
    expect(context().attempt).toEqual({ key: 'k1', intent: signUp, seen: { count: 2, own: 0 } })
    await accept()
    expect(state()).toBe('idle')
    expect(context().attempt).toBeNull()
  })

  it('is taken back when refused, with the sentence of the refusal', async () => {
    const { send, state, context, refuse } = start()
    send(press(signUp, 'k1'))
    await refuse()
    expect(state()).toBe('refused')
    expect(context()).toEqual({ attempt: null, sentence: 'This slot is full. Somebody was a moment faster.' })
    send({ type: 'dismiss' })
    expect(state()).toBe('idle')
    expect(context().sentence).toBeNull()
  })

  it('is sent once, however often the button is pressed meanwhile', async () => {
    const { send, requests, accept, done } = start()
    send(press(signUp, 'k1'))
    send(press(signUp, 'k2'))
    send(press(remove, 'k3'))
    expect(requests()).toBe(1)
    await accept()
    expect([...done.keys()]).toEqual(['k1'])
  })

  it('keeps its key while it is unknown whether the request arrived', async () => {
    const { send, state, loseAnswer, accept, done } = start()
    send(press(signUp, 'k1'))
    await loseAnswer()
    expect(state()).toBe('interrupted')
    send({ type: 'try again' })
    await loseAnswer()
    send(press(signUp, 'k2'))
    await accept()
    expect([...done.keys()]).toEqual(['k1'])
  })

  it('has a new key for another intent, and after the last one has succeeded', async () => {
    const { send, loseAnswer, accept, done } = start()
    send(press(signUp, 'k1'))
    await loseAnswer()
    send(press({ ...signUp, person: { ...person, name: 'Tom' } } as Intent, 'k2'))
    await accept()
    send(press(signUp, 'k3'))
    await accept()
    expect([...done.keys()]).toEqual(['k1', 'k2', 'k3'])
  })
})

describe('On every shortest path through the machine', () => {
  const outcome = (output: Outcome) => ({ type: 'xstate.done.actor.perform', output, actorId: 'perform' })
  const events = [
    press(signUp, 'k1'),
    press(remove, 'k2'),
    { type: 'try again' },
    { type: 'dismiss' },
    outcome({ kind: 'done' }),
    outcome(refusal),
    { type: 'xstate.error.actor.perform', error: new Error('Connection lost'), actorId: 'perform' },
  ] as CommitmentEvent[]
  const paths = getShortestPaths(commitmentMachine, { events })

  it('every state is reached', () => {
    expect(new Set(paths.map(({ state }) => state.value))).toEqual(
      new Set(['idle', 'acting', 'refused', 'interrupted']),
    )
  })

  it.each(paths.map((path) => [path.steps.map(({ event }) => event.type).join(', '), path] as const))(
    '%s',
    async (_, { steps, state: expected }) => {
      const { send, state, context, requests, accept, refuse, loseAnswer } = start()
      for (const { event } of steps.slice(1) as readonly { event: { type: string; output?: Outcome } }[]) {
        if (event.type.startsWith('xstate.error')) await loseAnswer()
        else if (!event.type.startsWith('xstate.done')) send(event as CommitmentEvent)
        else await (event.output?.kind === 'done' ? accept() : refuse())
      }
      expect(state()).toBe(expected.value)
      expect(context()).toEqual(expected.context)
      expect(requests()).toBe(state() === 'acting' ? 1 : 0)
    },
  )
})
