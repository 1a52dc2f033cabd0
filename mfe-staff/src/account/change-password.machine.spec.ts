import type { Answer, FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import type { FormEvent } from '@ultimate/kit/form/form-machine.ts'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { emptyDraft, type PasswordDraft, passwordMachine } from './change-password.machine.ts'

type PasswordEvent = FormEvent<PasswordDraft>
type PasswordAnswer = Answer<keyof PasswordDraft, null>

const draft: PasswordDraft = {
  currentPassword: 'white fence',
  newPassword: 'wishbone and gravy',
  confirmation: 'wishbone and gravy',
}
const change = (changes: Partial<PasswordDraft>): PasswordEvent => ({ type: 'change', changes })
const submit: PasswordEvent = { type: 'submit', key: 'k1' }
/** Lets promises that are settled be heard. */
const heard = () => new Promise((resolve) => setImmediate(resolve))

function start() {
  const requests: PromiseWithResolvers<PasswordAnswer>[] = []
  const keys: string[] = []
  const focused: string[] = []
  const machine = passwordMachine.provide({
    actors: {
      send: fromPromise<PasswordAnswer, FormAttempt<PasswordDraft>>(({ input: { key } }) => {
        keys.push(key)
        const answer = Promise.withResolvers<PasswordAnswer>()
        requests.push(answer)
        return answer.promise
      }),
    },
    actions: { focusField: (_, { field }) => void focused.push(field ?? 'nothing') },
  })
  const actor = createActor(machine).start()
  return {
    requests,
    keys,
    focused,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    send: (...events: PasswordEvent[]) => {
      for (const event of events) actor.send(event)
    },
  }
}

describe('the password form', () => {
  it('says what is wrong with each field and goes to the first', () => {
    const form = start()
    form.send(change({ newPassword: '12345', confirmation: '1234' }), submit)
    expect(form.context().errors).toEqual({
      currentPassword: 'Current password is required',
      newPassword: 'New password must be at least 6 characters long',
      confirmation: 'New passwords do not match',
    })
    expect(form.focused).toEqual(['currentPassword'])
    expect(form.requests).toEqual([])
  })

  it('takes back that the two differ, whichever of them is mended', () => {
    const form = start()
    form.send(change({ ...draft, confirmation: 'wishbone' }), submit)
    expect(form.context().errors).toEqual({ confirmation: 'New passwords do not match' })
    form.send(change({ newPassword: 'wishbone' }))
    expect(form.context().errors).toEqual({})
  })

  it('is empty once the password is in force, and says so until the next letter', async () => {
    const form = start()
    form.send(change(draft), submit)
    form.requests[0]?.resolve({ kind: 'accepted', value: null })
    await heard()
    expect([form.state(), form.context().draft]).toEqual(['done', emptyDraft])
    form.send(change({ currentPassword: 'w' }))
    expect(form.state()).toBe('editing')
  })

  it('puts what the server refused under its field, and goes there', async () => {
    const form = start()
    form.send(change(draft), submit)
    const errors = { currentPassword: 'Current password is incorrect' }
    form.requests[0]?.resolve({ kind: 'refused', message: errors.currentPassword, errors })
    await heard()
    expect(form.context()).toMatchObject({ draft, errors })
    expect(form.focused).toEqual(['currentPassword'])
  })

  it('keeps what was typed when the connection fails', async () => {
    const form = start()
    form.send(change(draft), submit)
    form.requests[0]?.reject(new Error('the connection is lost'))
    await heard()
    expect(form.context()).toMatchObject({ draft, failure: 'Failed to change password' })
  })

  it('asks for the lost answer under the same key, and changes something else under another one', async () => {
    const form = start()
    form.send(change(draft), submit)
    form.requests[0]?.reject(new Error('the connection is lost'))
    await heard()
    form.send({ type: 'submit', key: 'k2' })
    form.requests[1]?.reject(new Error('the connection is lost'))
    await heard()
    form.send(change({ newPassword: 'cranberries', confirmation: 'cranberries' }), { type: 'submit', key: 'k3' })
    expect(form.keys).toEqual(['k1', 'k1', 'k3'])
  })

  it('begins anew after a rejection', async () => {
    const form = start()
    form.send(change(draft), submit)
    form.requests[0]?.resolve({ kind: 'refused', message: 'Too many attempts.', errors: {} })
    await heard()
    form.send({ type: 'submit', key: 'k2' })
    expect(form.keys).toEqual(['k1', 'k2'])
  })
})

describe('on every path', () => {
  const events: PasswordEvent[] = [
    change(draft),
    change({ confirmation: 'wish' }),
    change({ currentPassword: '' }),
    submit,
  ]
  const paths = getShortestPaths(passwordMachine, { events, limit: 500 })

  it.each(paths.map((path) => [path.steps.map(({ event }) => event.type).join(' '), path] as const))(
    'only what is valid is sent: %s',
    (_, { state: { value, context } }) => {
      if (value === 'sending') expect(context.draft).toEqual(draft)
    },
  )

  it('there are such paths', () => expect(paths.some(({ state }) => state.value === 'sending')).toBe(true))
})
