import type { Profile } from '@ultimate/events/staff/account.ts'
import { type Answer, type FormAttempt, isDirty } from '@ultimate/kit/form/form-draft.ts'
import type { FormEvent } from '@ultimate/kit/form/form-machine.ts'
import { isEqual } from '@ultimate/kit/request/is-equal.ts'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, type SnapshotFrom } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { findErrors, profileMachine, type SavedProfile } from './update-profile.machine.ts'

type ProfileEvent = FormEvent<Profile>
type ProfileAnswer = Answer<keyof Profile, SavedProfile>

const stored: Profile = { full_name: 'Becky Thatcher', email: 'becky@example.org' }
const save: ProfileEvent = { type: 'submit', key: 'k1' }
const arrived = (profile: Profile): ProfileEvent => ({ type: 'stored', stored: profile })
const change = (changes: Partial<Profile>): ProfileEvent => ({ type: 'change', changes })
/** Lets promises that are settled be heard. */
const heard = () => new Promise((resolve) => setImmediate(resolve))

/** Returns whether the form is being sent, and if not, whether it differs from what the server has. */
function nameState({ value, context }: Pick<SnapshotFrom<typeof profileMachine>, 'value' | 'context'>) {
  if (value === 'sending') return 'saving'
  return isDirty(context) ? 'dirty' : 'clean'
}

function start() {
  const requests: { profile: Profile; answer: PromiseWithResolvers<ProfileAnswer> }[] = []
  const focused: string[] = []
  const machine = profileMachine.provide({
    actors: {
      send: fromPromise<ProfileAnswer, FormAttempt<Profile>>(({ input }) => {
        const answer = Promise.withResolvers<ProfileAnswer>()
        requests.push({ profile: input.draft, answer })
        return answer.promise
      }),
    },
    actions: { focusField: (_, { field }) => void focused.push(field ?? 'nothing') },
  })
  const actor = createActor(machine, { input: { stored } }).start()
  return {
    requests,
    focused,
    state: () => nameState(actor.getSnapshot()),
    context: () => actor.getSnapshot().context,
    send: (...events: ProfileEvent[]) => {
      for (const event of events) actor.send(event)
    },
  }
}

describe('the profile form', () => {
  it('is dirty by an edit, and clean again when the edit is taken back by hand', () => {
    const form = start()
    expect(form.state()).toBe('clean')
    form.send(change({ full_name: 'Becky' }))
    expect(form.state()).toBe('dirty')
    form.send(change({ full_name: stored.full_name }))
    expect(form.state()).toBe('clean')
  })

  it('goes back to what the server has when it is reset, and forgets its complaints', () => {
    const form = start()
    form.send(change({ full_name: ' ' }), save, { type: 'reset' })
    expect(form.state()).toBe('clean')
    expect(form.context()).toMatchObject({ draft: stored, errors: {} })
  })

  it('says what is wrong and goes to the first field, without asking the server', () => {
    const form = start()
    form.send(change({ full_name: ' ', email: 'becky' }), save)
    expect(form.context().errors).toEqual({
      full_name: 'Full name is required',
      email: 'Please enter a valid email address',
    })
    expect(form.focused).toEqual(['full_name'])
    form.send(change({ email: '' }))
    expect(form.context().errors.email).toBe('Email is required')
    expect(form.requests).toEqual([])
  })

  it('is clean with what the server made of it', async () => {
    const form = start()
    form.send(change({ full_name: ' Becky ' }), save)
    form.requests[0]?.answer.resolve({
      kind: 'accepted',
      value: { profile: { ...stored, full_name: 'Becky' }, key: 'k1' },
    })
    await heard()
    expect(form.state()).toBe('clean')
    expect(form.context().draft.full_name).toBe('Becky')
  })

  it('keeps what was typed when it is refused or fails', async () => {
    const form = start()
    form.send(change({ email: 'td@example.org' }), save)
    form.requests[0]?.answer.resolve({ kind: 'refused', message: 'This e-mail address is taken.', errors: {} })
    await heard()
    expect(form.context()).toMatchObject({
      failure: 'This e-mail address is taken.',
      draft: { email: 'td@example.org' },
    })
    form.send(save)
    form.requests[1]?.answer.reject(new Error('the connection is lost'))
    await heard()
    expect([form.state(), form.context().failure]).toEqual(['dirty', 'Failed to update profile'])
  })

  it('follows a change from elsewhere while it is clean, and keeps the own edit while it is not', () => {
    const form = start()
    const elsewhere = { ...stored, full_name: 'Rebecca Thatcher' }
    form.send(arrived(elsewhere))
    expect(form.context().draft).toEqual(elsewhere)
    form.send(change({ full_name: 'Becky' }), arrived(stored))
    expect(form.context().draft.full_name).toBe('Becky')
    form.send({ type: 'reset' })
    expect(form.context().draft).toEqual(stored)
  })
})

describe('on every path', () => {
  const events: ProfileEvent[] = [
    change({ full_name: 'Becky' }),
    change({ email: 'unknown' }),
    save,
    { type: 'reset' },
    arrived({ ...stored, full_name: 'Becky' }),
  ]
  const paths = getShortestPaths(profileMachine, { events, input: { stored }, limit: 500 })

  it.each(paths.map((path) => [path.steps.map(({ event }) => event.type).join(' '), path] as const))(
    'clean means as the server has it, and only what is valid is sent: %s',
    (_, { state }) => {
      const { value, context } = state
      const isClean = nameState(state) === 'clean'
      expect(isClean).toBe(value !== 'sending' && isEqual(context.draft, context.stored))
      if (isClean) expect([context.errors, context.failure]).toEqual([{}, null])
      if (value === 'sending') expect(context.draft.email).toBe(stored.email)
    },
  )

  it('there are such paths', () =>
    expect(new Set(paths.map(({ state }) => nameState(state)))).toEqual(new Set(['clean', 'dirty', 'saving'])))
})

const becky = { full_name: 'Becky Thatcher', email: 'becky@localhost' }

it.each([
  ['full_name', 'Becky\u0007', 'Please remove the characters that cannot be shown.'],
  ['email', 'becky@localhost.', 'Please enter a valid email address'],
  ['email', 'becky@-example.org', 'Please enter a valid email address'],
] as const)('says under %s what is wrong with %j', (field, value, sentence) => {
  expect(findErrors(becky)).toEqual({})
  expect(findErrors({ ...becky, [field]: value })).toEqual({ [field]: sentence })
})
