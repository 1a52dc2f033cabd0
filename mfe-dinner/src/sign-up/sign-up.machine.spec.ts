import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import {
  type Attempt,
  type CommitmentEvent,
  commitmentMachine,
  type Intent,
  type Outcome,
  undoMs,
} from './sign-up.machine.ts'

const person = { name: 'Becky', email: 'becky@example.org', captainId: 'team' }
const mark = { filledMs: 5000, website: '' }
const signUp: Intent = { kind: 'sign-up', slotId: 'slot', person, mark }
const remove: Intent = { kind: 'remove', slotId: 'slot', signupId: 'signup', person }
const press = (intent: Intent, key: string, count = 2): CommitmentEvent => ({
  type: 'do',
  key,
  intent,
  seen: { count, own: 0 },
})
const rejection: Outcome = { kind: 'refused', sentence: 'This slot is full. Someone was a moment faster.' }

/** Stands for the server: handles one intent per key, and answers when and how a test says. */
function start() {
  const done = new Map<string, Intent>()
  const waiting: { attempt: Attempt; resolve: (outcome: Outcome) => void; reject: (reason: Error) => void }[] = []
  const next = () => {
    const request = waiting.shift()
    if (!request) throw new Error('No request is waiting for an answer')
    return request
  }
  const ask = ({ input, signal }: { readonly input: Attempt; readonly signal: AbortSignal }) =>
    new Promise<Outcome>((resolve, reject) => {
      const request = { attempt: input, resolve, reject }
      waiting.push(request)
      signal.addEventListener('abort', () => waiting.splice(waiting.indexOf(request), 1))
    })
  const line = { isGone: false, back: Promise.withResolvers<void>() }
  const machine = commitmentMachine.provide({
    actors: {
      perform: fromPromise<Outcome, Attempt>(ask),
      performAgain: fromPromise<Outcome, Attempt>(ask),
      line: fromPromise<void>(() => line.back.promise),
    },
    guards: { isLineGone: () => line.isGone, isOffline: () => line.isGone },
  })
  const clock = new SimulatedClock()
  const actor = createActor(machine, { clock }).start()
  const flush = () => new Promise((resolve) => setImmediate(resolve))
  return {
    send: actor.send,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    requests: () => waiting.length,
    done,
    clock,
    loseLine: () => {
      line.isGone = true
    },
    findLine: () => {
      line.isGone = false
      line.back.resolve()
      return flush()
    },
    accept: () => {
      const { attempt, resolve } = next()
      done.set(attempt.key, attempt.intent)
      resolve({ kind: 'done' })
      return flush()
    },
    refuse: () => {
      next().resolve(rejection)
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

  it('is taken back when refused, with the sentence of the rejection', async () => {
    const { send, state, context, refuse } = start()
    send(press(signUp, 'k1'))
    await refuse()
    expect(state()).toBe('refused')
    expect(context()).toEqual({
      attempt: null,
      sentence: 'This slot is full. Someone was a moment faster.',
      removed: [],
    })
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
    send(press(signUp, 'k2'))
    await accept()
    expect([...done.keys()]).toEqual(['k1'])
  })

  it('whose answer was lost is asked for again, and leaves nothing on the page when the answer comes', async () => {
    const { send, state, context, loseAnswer, accept, refuse, done } = start()
    send(press(signUp, 'k1'))
    await loseAnswer()
    await accept()
    expect([state(), [...done.keys()]]).toEqual(['idle', ['k1']])
    send(press(signUp, 'k2'))
    await loseAnswer()
    await refuse()
    expect([state(), context().attempt]).toEqual(['refused', null])
  })

  it('waits while there is no line, is taken back or sent when it is back', async () => {
    const { send, state, requests, loseLine, findLine, accept, done } = start()
    loseLine()
    send(press(signUp, 'k1'))
    expect([state(), requests()]).toEqual(['waiting', 0])
    send({ type: 'cancel' })
    expect(state()).toBe('idle')
    send(press(signUp, 'k2'))
    await findLine()
    await accept()
    expect([state(), [...done.keys()]]).toEqual(['idle', ['k2']])
  })

  it('whose line goes while it is on its way waits too', async () => {
    const { send, state, loseLine, findLine, loseAnswer, accept, done } = start()
    send(press(signUp, 'k1'))
    loseLine()
    await loseAnswer()
    expect(state()).toBe('waiting')
    await findLine()
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

describe('A removal', () => {
  const undo = (key: string): CommitmentEvent => ({
    type: 'undo',
    signupId: 'signup',
    key,
    mark,
    seen: { count: 1, own: 0 },
  })

  it('can be taken back for ten seconds, by signing the same person up again', async () => {
    const { send, context, accept, done, clock } = start()
    send(press(remove, 'k1'))
    expect(context().removed).toEqual([])
    await accept()
    expect(context().removed).toEqual([remove])
    clock.increment(undoMs - 1)
    send(undo('k2'))
    await accept()
    expect(done.get('k2')).toEqual(signUp)
    expect(context()).toEqual({ attempt: null, sentence: null, removed: [] })
    send(undo('k3'))
    expect([...done.keys()]).toEqual(['k1', 'k2'])
  })

  it('can be taken back while another intent waits for its answer', async () => {
    const { send, state, accept, loseAnswer, done } = start()
    send(press(remove, 'k1'))
    await accept()
    send(press(signUp, 'k2'))
    await loseAnswer()
    expect(state()).toBe('interrupted')
    send(undo('k3'))
    expect(state()).toBe('acting')
    await accept()
    expect(done.get('k3')).toEqual(signUp)
    expect(state()).toBe('idle')
  })

  it('is for good then', async () => {
    const { send, state, context, accept, clock } = start()
    send(press(remove, 'k1'))
    await accept()
    clock.increment(undoMs)
    expect(context().removed).toEqual([])
    send(undo('k2'))
    expect(state()).toBe('idle')
  })

  it('is not there to be taken back where it was refused, and says so where its place is taken meanwhile', async () => {
    const { send, context, accept, refuse } = start()
    send(press(remove, 'k1'))
    await refuse()
    expect(context().removed).toEqual([])
    send(press(remove, 'k2'))
    await accept()
    send(undo('k3'))
    await refuse()
    expect(context()).toMatchObject({ sentence: 'This slot is full. Someone was a moment faster.', removed: [] })
  })

  it('beside another keeps its own time', async () => {
    const { send, context, accept, clock } = start()
    send(press(remove, 'k1'))
    await accept()
    clock.increment(undoMs / 2)
    send(press({ ...remove, signupId: 'other' }, 'k2'))
    await accept()
    expect(context().removed).toHaveLength(2)
    clock.increment(undoMs / 2)
    expect(context().removed.map(({ signupId }) => signupId)).toEqual(['other'])
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
    outcome(rejection),
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
      expect(requests()).toBe(state() === 'acting' || state() === 'interrupted' ? 1 : 0)
    },
  )
})
