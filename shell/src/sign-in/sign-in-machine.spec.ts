import type { Answer } from '@ultimate/kit/form/form-draft.ts'
import type { FormEvent } from '@ultimate/kit/form/form-machine.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, createActor, fromPromise, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { type Credentials, failed, type GrantedSession, networkFailed, signInMachine } from './sign-in-machine.ts'

type SignInAnswer = Answer<keyof Credentials, GrantedSession>
type SignInEvent = FormEvent<Credentials>

const session: GrantedSession = {
  user: {
    id: '0199f1d0-0000-7000-8000-000000000001',
    username: 'td',
    full_name: 'Tournament Director',
    email: 'td@localhost',
    role: 'TD',
    is_verified: true,
  },
  token: 'the.token.itself',
}

const submit = (username: string, password: string) =>
  ({ type: 'submit', key: 'k1', draft: { username, password } }) as const
const right = submit('td', 'turkey day')
const answered = (output: SignInAnswer) => ({ type: 'xstate.done.actor.send', actorId: 'send', output })
const refused = (message: string) => answered({ kind: 'refused', message, errors: {}, focus: 'password' })

/** Everything that people and the server can do. */
const events = [
  right,
  submit(' ', 'turkey day'),
  submit('td', ''),
  submit('', ''),
  { type: 'edit', field: 'username' },
  { type: 'edit', field: 'password' },
  answered({ kind: 'accepted', value: session }),
  refused('Username or password is wrong.'),
  refused(failed),
  answered({ kind: 'unanswered', message: networkFailed }),
  { type: 'xstate.error.actor.send', actorId: 'send', error: new Error('a bug') },
]

// createTestModel takes no machine that invokes. The search walks through the machine by its events, answers of the
// server among them.
const paths = getShortestPaths(signInMachine, { events: events as SignInEvent[] })

let kept: GrantedSession[]
let asked: Credentials[]
let pointedAt: string[]
let answer: PromiseWithResolvers<SignInAnswer>
let actor: Actor<typeof signInMachine>

beforeEach(() => {
  kept = []
  asked = []
  pointedAt = []
  actor = createActor(
    signInMachine.provide({
      actors: {
        send: fromPromise(({ input }) => {
          asked.push(input.draft)
          answer = Promise.withResolvers()
          return answer.promise
        }),
      },
      actions: {
        announce: (_, { value }) => void kept.push(value),
        focusField: (_, { field }) => void pointedAt.push(field ?? 'nothing'),
      },
    }),
  ).start()
})

/** Does to the running actor what the step describes: a person's event is sent, an answer is given. */
async function take(event: { type: string }) {
  if (event.type === 'xstate.init') return
  if (event.type === 'submit' || event.type === 'edit') return actor.send(event as SignInEvent)
  const { output, error } = event as { output?: SignInAnswer; error?: unknown }
  if (output) answer.resolve(output)
  else answer.reject(error)
  await waitFor(actor, (snapshot) => !snapshot.matches('sending'))
}

/** Writes what happened along a path, and where it ended. */
function writeTitle(path: (typeof paths)[number]): string {
  const steps = path.steps.map(({ event }) => JSON.stringify(event).replace(/"type":|xstate\.|["{}]/g, ''))
  const { value, context } = path.state
  return `${steps.join(' → ')} ends ${String(value)}${context.failure ? ` with "${context.failure}"` : ''}`
}

describe('signing in', () => {
  it.each(paths.map((path) => [writeTitle(path), path] as const))('%s', async (_, path) => {
    for (const { event } of path.steps) await take(event)
    const { value, context } = actor.getSnapshot()
    expect({ value, context }).toEqual({ value: path.state.value, context: path.state.context })
    expect(kept).toEqual(value === 'done' ? [session] : [])
  })

  it('is walked through in every state, with every message', () => {
    const seen = (pick: (path: (typeof paths)[number]) => unknown) => new Set(paths.map(pick))
    expect(seen((path) => path.state.value)).toEqual(new Set(['editing', 'sending', 'done']))
    expect(seen((path) => path.state.context.failure)).toEqual(
      new Set([null, 'Username or password is wrong.', 'Login failed', 'Network error. Please try again.']),
    )
    expect(seen((path) => Object.keys(path.state.context.errors).join())).toEqual(
      new Set(['', 'username', 'password', 'username,password']),
    )
  })

  it('asks once, however often the button is pressed', () => {
    actor.send(right)
    actor.send(right)
    expect(asked).toEqual([{ username: 'td', password: 'turkey day' }])
  })

  it('asks no server while a field is empty', () => {
    actor.send(submit(' ', 'turkey day'))
    expect(asked).toEqual([])
  })

  it('leads to the field that is likely wrong, and nowhere when only the connection failed', async () => {
    actor.send(submit('', ''))
    actor.send(submit('td', ''))
    expect(pointedAt).toEqual(['username', 'password'])
    actor.send(right)
    await take(answered({ kind: 'unanswered', message: networkFailed }))
    expect(pointedAt).toHaveLength(2)
    actor.send(right)
    await take(refused(failed))
    expect(pointedAt).toEqual(['username', 'password', 'password'])
  })

  it('never keeps a password', async () => {
    actor.send(right)
    expect(JSON.stringify(actor.getSnapshot().context)).not.toContain('turkey day')
    await take(answered({ kind: 'unanswered', message: networkFailed }))
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain('turkey day')
  })
})
