import type { Answer } from '@ultimate/kit/form/form-draft.ts'
import type { FormEvent } from '@ultimate/kit/form/form-machine.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, createActor, fromPromise, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { type GateDraft, gateMachine, networkFailed, wrongPassword } from './gate-machine.ts'

type GateAnswer = Answer<keyof GateDraft>
type GateEvent = FormEvent<GateDraft>

const submit = (password: string): GateEvent => ({ type: 'submit', key: 'k1', draft: { password } })
const answered = (output: GateAnswer) => ({ type: 'xstate.done.actor.send', actorId: 'send', output })
const refused = (message: string) => answered({ kind: 'refused', message, errors: {} })

/** Everything that people and the server can do. */
const events = [
  submit('cold grass'),
  submit(''),
  { type: 'edit', field: 'password' },
  answered({ kind: 'accepted', value: null }),
  refused('Too many requests. Please wait a moment.'),
  refused(wrongPassword),
  answered({ kind: 'unanswered', message: networkFailed }),
  { type: 'xstate.error.actor.send', actorId: 'send', error: new Error('a bug') },
]

// createTestModel takes no machine that invokes. The search walks through the machine by its events, answers of the
// server among them.
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
        send: fromPromise(({ input }) => {
          shown.push(input.draft.password)
          answer = Promise.withResolvers()
          return answer.promise
        }),
      },
      actions: { announce: () => void entered++ },
    }),
  ).start()
})

/** Does to the running actor what the step describes: a person's event is sent, an answer is given. */
async function take(event: { type: string }) {
  if (event.type === 'xstate.init') return
  if (event.type === 'submit' || event.type === 'edit') return actor.send(event as GateEvent)
  const { output, error } = event as { output?: GateAnswer; error?: unknown }
  if (output) answer.resolve(output)
  else answer.reject(error)
  await waitFor(actor, (snapshot) => !snapshot.matches('sending'))
}

type Context = (typeof paths)[number]['state']['context']
/** The one message that the page shows. */
const errorIn = ({ errors, failure }: Context) => errors.password ?? failure

/** Writes what happened along a path, and where it ended. */
function writeTitle(path: (typeof paths)[number]): string {
  const steps = path.steps.map(({ event }) => JSON.stringify(event).replace(/"type":|xstate\.|["{}]/g, ''))
  const { value, context } = path.state
  const error = errorIn(context)
  return `${steps.join(' → ')} ends ${String(value)}${error ? ` with "${error}"` : ''}`
}

describe('the testing gate', () => {
  it.each(paths.map((path) => [writeTitle(path), path] as const))('%s', async (_, path) => {
    for (const { event } of path.steps) await take(event)
    const { value, context } = actor.getSnapshot()
    expect({ value, context }).toEqual({ value: path.state.value, context: path.state.context })
    expect(entered).toBe(value === 'done' ? 1 : 0)
  })

  it('is walked through in every state, with every message', () => {
    expect(new Set(paths.map((path) => path.state.value))).toEqual(new Set(['editing', 'sending', 'done']))
    expect(new Set(paths.map((path) => errorIn(path.state.context)))).toEqual(
      new Set([
        null,
        'Incorrect password. Please try again.',
        'Too many requests. Please wait a moment.',
        'Network error. Please try again.',
      ]),
    )
  })

  it('shows the server exactly what was typed, once, and nothing that is empty', () => {
    actor.send(submit(''))
    actor.send(submit(' cold grass '))
    actor.send(submit(' cold grass '))
    expect(shown).toEqual([' cold grass '])
  })
})
