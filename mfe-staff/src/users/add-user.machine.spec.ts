import type { Answer, FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import type { FormEvent } from '@ultimate/kit/form/form-machine.ts'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { type AddedLogin, addUserMachine, emptyDraft, type LoginDraft } from './add-user.machine.ts'

type AddUserEvent = FormEvent<LoginDraft>
type Attempt = FormAttempt<LoginDraft>
type AddUserAnswer = Answer<keyof LoginDraft, AddedLogin>

const draft: LoginDraft = { username: 'becky', email: 'becky@example.org', role: 'helper' }
const change = (changes: Partial<LoginDraft>): AddUserEvent => ({ type: 'change', changes })
const submit = (key: string): AddUserEvent => ({ type: 'submit', key })
/** Lets promises that are settled be heard. */
const heard = () => new Promise((resolve) => setImmediate(resolve))

function start() {
  const requests: { attempt: Attempt; answer: PromiseWithResolvers<AddUserAnswer> }[] = []
  const focused: string[] = []
  let announced = 0
  const machine = addUserMachine.provide({
    actors: {
      send: fromPromise<AddUserAnswer, Attempt>(({ input }) => {
        const answer = Promise.withResolvers<AddUserAnswer>()
        requests.push({ attempt: input, answer })
        return answer.promise
      }),
    },
    actions: {
      focusField: (_, { field }) => void focused.push(field ?? 'nothing'),
      announce: () => void announced++,
    },
  })
  const actor = createActor(machine).start()
  actor.send({ type: 'open' })
  return {
    actor,
    requests,
    focused,
    announced: () => announced,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    send: (...events: AddUserEvent[]) => {
      for (const event of events) actor.send(event)
    },
  }
}

describe('the form for a new login', () => {
  it('says what is missing and goes to the first field', () => {
    const form = start()
    form.send(submit('k1'))
    expect(form.context().errors).toEqual({ username: 'Username is required', email: 'Email is required' })
    expect(form.focused).toEqual(['username'])
    expect(form.requests).toEqual([])
  })

  it('takes a sentence back once the field is right', () => {
    const form = start()
    form.send(submit('k1'), change({ username: 'becky' }), change({ email: 'becky' }))
    expect(form.context().errors).toEqual({ email: 'Please enter a valid email address' })
    form.send(change({ email: 'becky@example.org' }))
    expect(form.context().errors).toEqual({})
  })

  it('closes and says so when the email has been sent; the next one starts empty', async () => {
    const form = start()
    form.send(change(draft), submit('k1'))
    expect(form.state()).toBe('sending')
    form.requests[0]?.answer.resolve({ kind: 'accepted', value: { username: 'becky', password: null, key: 'k1' } })
    await heard()
    expect(form.state()).toBe('closed')
    expect(form.announced()).toBe(1)
    form.send({ type: 'open' })
    expect(form.context().draft).toEqual(emptyDraft)
  })

  it('keeps what was typed and says the server’s sentence when it is refused', async () => {
    const form = start()
    form.send(change(draft), submit('k1'))
    form.requests[0]?.answer.resolve({ kind: 'refused', message: 'This username is taken.', errors: {} })
    await heard()
    expect(form.state()).toBe('editing')
    expect(form.context()).toMatchObject({ draft, failure: 'This username is taken.' })
    form.send(change({ username: 'becky2' }))
    expect(form.context().failure).toBeNull()
  })

  it('sends an unchanged login again under its key, and a changed one under another', async () => {
    const form = start()
    form.send(change(draft), submit('k1'))
    form.requests[0]?.answer.reject(new Error('the connection is lost'))
    await heard()
    expect(form.context().failure).toBe('Failed to create temporary login')
    form.send(submit('k2'))
    form.requests[1]?.answer.reject(new Error('the connection is lost'))
    await heard()
    form.send(change({ role: 'TD' }), submit('k3'))
    expect(form.requests.map(({ attempt }) => attempt.key)).toEqual(['k1', 'k1', 'k3'])
  })

  it('takes nothing more and does not close while it is on its way', () => {
    const form = start()
    form.send(change(draft), submit('k1'), change({ username: 'tom' }), submit('k2'), { type: 'close' })
    expect(form.state()).toBe('sending')
    expect(form.context().draft).toEqual(draft)
    expect(form.requests).toHaveLength(1)
  })
})

describe('on every path', () => {
  const events: AddUserEvent[] = [
    { type: 'open' },
    { type: 'close' },
    change(draft),
    change({ email: 'unknown' }),
    submit('k1'),
  ]
  const paths = getShortestPaths(addUserMachine, { events, limit: 500 })

  it.each(paths.map((path) => [path.steps.map(({ event }) => event.type).join(' '), path] as const))(
    'sends only what is valid: %s',
    (_, { state: { value, context } }) => {
      if (value === 'sending') expect(context.attempt?.draft).toEqual(draft)
      if (value === 'editing' && Object.keys(context.errors).length > 0) expect(context.failure).toBeNull()
    },
  )

  it('there are such paths', () =>
    expect(new Set(paths.map(({ state }) => state.value))).toEqual(new Set(['closed', 'editing', 'sending'])))
})
