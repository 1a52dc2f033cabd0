import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, createActor, fromPromise, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { type GateAnswer, type GateEvent, gateMachine } from './gate-machine.ts'

const answered = (output: GateAnswer) => ({ type: 'xstate.done.actor.knock', actorId: 'knock', output })

/** Everything that people and the server can do. */
const events = [
  { type: 'submit', password: 'cold grass' },
  { type: 'submit', password: '' },
  { type: 'edit' },
  answered({ kind: 'open' }),
  answered({ kind: 'refused', message: 'Too many requests. Please wait a moment.' }),
  answered({ kind: 'refused', message: null }),
  answered({ kind: 'unreachable' }),
  { type: 'xstate.error.actor.knock', actorId: 'knock', error: new Error('a bug') },
]

// Not createTestModel: it takes no machine that invokes. The search walks through the machine by its events, answers of the server among them.
const paths = getShortestPaths(gateMachine, { events: events as GateEvent[] })

let entered: number
let shown: string[]
let answer: PromiseWithResolvers<GateAnswer>
let actor: Actor<typeof gateMachine>

beforeEach(() => {
  entered = 0
  shown = []
  actor = createActor(
    gateMachine.provide({
      actors: {
        knock: fromPromise(({ input }) => {
          shown.push(input)
          answer = Promise.withResolvers()
          return answer.promise
        }),
      },
      actions: { enter: () => void entered++ },
    }),
  ).start()
})

/** Does to the running actor what the step says: a person's event is sent, an answer is given. */
async function take(event: { type: string }) {
  if (event.type === 'xstate.init') return
  if (event.type === 'submit' || event.type === 'edit') return actor.send(event as GateEvent)
  const { output, error } = event as { output?: GateAnswer; error?: unknown }
  if (output) answer.resolve(output)
  else answer.reject(error)
  await waitFor(actor, (snapshot) => !snapshot.matches('knocking'))
}

/** What happened along a path, and where it ended. */
function titleOf(path: (typeof paths)[number]): string {
  const steps = path.steps.map(({ event }) => JSON.stringify(event).replace(/"type":|xstate\.|["{}]/g, ''))
  const { value, context } = path.state
  return `${steps.join(' → ')} ends ${String(value)}${context.error ? ` with "${context.error}"` : ''}`
}

describe('the testing gate', () => {
  it.each(paths.map((path) => [titleOf(path), path] as const))('%s', async (_, path) => {
    for (const { event } of path.steps) await take(event)
    const { value, context } = actor.getSnapshot()
    expect({ value, context }).toEqual({ value: path.state.value, context: path.state.context })
    expect(entered).toBe(value === 'open' ? 1 : 0)
  })

  it('is walked through in every state, with every message', () => {
    expect(new Set(paths.map((path) => path.state.value))).toEqual(new Set(['closed', 'knocking', 'open']))
    expect(new Set(paths.map((path) => path.state.context.error))).toEqual(
      new Set([
        null,
        'Incorrect password. Please try again.',
        'Too many requests. Please wait a moment.',
        'Network error. Please try again.',
      ]),
    )
  })

  it('shows the server exactly what was typed, once, and nothing that is empty', () => {
    actor.send({ type: 'submit', password: '' })
    actor.send({ type: 'submit', password: ' cold grass ' })
    actor.send({ type: 'submit', password: ' cold grass ' })
    expect(shown).toEqual([' cold grass '])
  })
})
