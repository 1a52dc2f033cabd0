import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, createActor, fromPromise, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { type Credentials, createSignInMachine, type SignInAnswer, type SignInEvent } from './sign-in-machine.ts'

const machine = createSignInMachine<string>()

const right = { type: 'submit', username: 'td', password: 'turkey day' } as const
const answered = (output: SignInAnswer<string>) => ({ type: 'xstate.done.actor.signIn', actorId: 'signIn', output })

/** Everything that people and the server can do. */
const events = [
  right,
  { type: 'submit', username: ' ', password: 'turkey day' },
  { type: 'submit', username: 'td', password: '' },
  { type: 'submit', username: '', password: '' },
  { type: 'edit', field: 'username' },
  { type: 'edit', field: 'password' },
  answered({ kind: 'accepted', session: 'the session' }),
  answered({ kind: 'refused', message: 'Username or password is wrong.' }),
  answered({ kind: 'refused', message: null }),
  answered({ kind: 'unreachable' }),
  { type: 'xstate.error.actor.signIn', actorId: 'signIn', error: new Error('a bug') },
]

// Not createTestModel: it takes no machine that invokes. The search walks through the machine by its events, answers of the server among them.
const paths = getShortestPaths(machine, { events: events as SignInEvent[] })

let kept: string[]
let asked: Credentials[]
let answer: PromiseWithResolvers<SignInAnswer<string>>
let actor: Actor<typeof machine>

beforeEach(() => {
  kept = []
  asked = []
  actor = createActor(
    machine.provide({
      actors: {
        signIn: fromPromise(({ input }) => {
          asked.push(input)
          answer = Promise.withResolvers()
          return answer.promise
        }),
      },
      actions: { keepSession: (_, session) => void kept.push(session) },
    }),
  ).start()
})

/** Does to the running actor what the step says: a person's event is sent, an answer is given. */
async function take(event: { type: string }) {
  if (event.type === 'submit' || event.type === 'edit') return actor.send(event as SignInEvent)
  const { output, error } = event as { output?: SignInAnswer<string>; error?: unknown }
  if (output) answer.resolve(output)
  else answer.reject(error)
  await waitFor(actor, (snapshot) => !snapshot.matches('asking'))
}

/** What happened along a path, and where it ended. */
function titleOf(path: (typeof paths)[number]): string {
  const steps = path.steps.map(({ event }) => JSON.stringify(event).replace(/"type":|xstate\.|["{}]/g, ''))
  const { value, context } = path.state
  return `${steps.join(' → ')} ends ${String(value)}${context.error ? ` with "${context.error}"` : ''}`
}

describe('signing in', () => {
  it.each(paths.map((path) => [titleOf(path), path] as const))('%s', async (_, path) => {
    for (const { event } of path.steps) if (event.type !== 'xstate.init') await take(event)
    const { value, context } = actor.getSnapshot()
    expect({ value, context }).toEqual({ value: path.state.value, context: path.state.context })
    expect(kept).toEqual(value === 'signedIn' ? ['the session'] : [])
  })

  it('is walked through in every state, with every message', () => {
    const seen = (pick: (path: (typeof paths)[number]) => unknown) => new Set(paths.map(pick))
    expect(seen((path) => path.state.value)).toEqual(new Set(['editing', 'asking', 'signedIn']))
    expect(seen((path) => path.state.context.error)).toEqual(
      new Set([null, 'Username or password is wrong.', 'Login failed', 'Network error. Please try again.']),
    )
    expect(seen((path) => path.state.context.missing.join())).toEqual(
      new Set(['', 'username', 'password', 'username,password']),
    )
  })

  it('asks once, however often the button is pressed', () => {
    actor.send(right)
    actor.send(right)
    expect(asked).toEqual([{ username: 'td', password: 'turkey day' }])
  })

  it('asks nobody while a field is empty', () => {
    actor.send({ ...right, username: ' ' })
    expect(asked).toEqual([])
  })

  it('never keeps a password', async () => {
    actor.send(right)
    expect(JSON.stringify(actor.getSnapshot().context)).not.toContain('turkey day')
    await take(answered({ kind: 'unreachable' }))
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain('turkey day')
  })
})
