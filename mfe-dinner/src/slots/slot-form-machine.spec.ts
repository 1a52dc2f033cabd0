import type { Answer, FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import type { FormEvent } from '@ultimate/kit/form/form-machine.ts'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { type DraftField, type SlotDraft, slotFormMachine } from './slot-draft.ts'

type SlotFormEvent = FormEvent<SlotDraft>
type SlotAnswer = Answer<DraftField>

const rejection: SlotAnswer = {
  kind: 'refused',
  message: 'Please fix the errors and submit again.',
  errors: { name: 'Name is required.' },
}
const change = (changes: Partial<SlotDraft>): SlotFormEvent => ({ type: 'change', changes })
const submit = (key: string): SlotFormEvent => ({ type: 'submit', key })

function start() {
  const sent: string[] = []
  const focused: (string | null)[] = []
  let closed = 0
  let waiting: { resolve: (answer: SlotAnswer) => void; reject: (reason: Error) => void } | null = null
  const machine = slotFormMachine.provide({
    actors: {
      send: fromPromise<SlotAnswer, FormAttempt<SlotDraft>>(({ input }) => {
        sent.push(input.key)
        return new Promise((resolve, reject) => {
          waiting = { resolve, reject }
        })
      }),
    },
    actions: { focusField: (_, { field }) => focused.push(field), announce: () => closed++ },
  })
  const actor = createActor(machine).start()
  const flush = () => new Promise((resolve) => setImmediate(resolve))
  return {
    send: actor.send,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    sent,
    focused,
    closed: () => closed,
    answer: (answer: SlotAnswer) => {
      waiting?.resolve(answer)
      return flush()
    },
    fail: () => {
      waiting?.reject(new Error('Connection lost'))
      return flush()
    },
  }
}

describe('The form of a slot', () => {
  it('goes to the first field that is wrong, and sends nothing', () => {
    const { send, focused, sent, context } = start()
    send(submit('k1'))
    expect(context().errors).toEqual({ name: 'Name is required.' })
    expect(focused).toEqual(['name'])
    expect(sent).toEqual([])
    send(change({ name: 'Gravy' }))
    expect(context().errors).toEqual({})
  })

  it('closes when it is saved', async () => {
    const { send, state, closed, answer } = start()
    send(change({ name: 'Gravy' }))
    send(submit('k1'))
    await answer({ kind: 'accepted', value: null })
    expect(state()).toBe('done')
    expect(closed()).toBe(1)
  })

  it('keeps what was typed and its key when no answer came', async () => {
    const { send, context, fail, sent } = start()
    send(change({ name: 'Gravy' }))
    send(submit('k1'))
    await fail()
    expect(context().failure).toBe('No response. Trying again is safe: it happens only once.')
    expect(context().draft.name).toBe('Gravy')
    send(submit('k2'))
    expect(sent).toEqual(['k1', 'k1'])
  })

  it('takes a new key for what was changed, and after a rejection', async () => {
    const { send, fail, answer, sent } = start()
    send(change({ name: 'Gravy' }))
    send(submit('k1'))
    await fail()
    send(change({ name: 'More gravy' }))
    send(submit('k2'))
    await answer(rejection)
    send(submit('k3'))
    expect(sent).toEqual(['k1', 'k2', 'k3'])
  })
})

describe('On every shortest path through the machine', () => {
  const answered = (output: SlotAnswer) => ({ type: 'xstate.done.actor.send', output, actorId: 'send' })
  const events = [
    change({ name: 'Gravy' }),
    change({ max_signups: '0' }),
    submit('k1'),
    answered({ kind: 'accepted', value: null }),
    answered(rejection),
    { type: 'xstate.error.actor.send', error: new Error('Connection lost'), actorId: 'send' },
  ] as SlotFormEvent[]
  const paths = getShortestPaths(slotFormMachine, { events })

  it('every state is reached', () => {
    expect(new Set(paths.map(({ state }) => state.value))).toEqual(new Set(['editing', 'sending', 'done']))
  })

  it.each(paths.map((path) => [path.steps.map(({ event }) => event.type).join(', '), path] as const))(
    '%s',
    async (_, { steps, state: expected }) => {
      const { send, state, context, answer, fail } = start()
      for (const { event } of steps.slice(1) as readonly { event: { type: string; output?: SlotAnswer } }[]) {
        if (event.type.startsWith('xstate.error')) await fail()
        else if (event.output) await answer(event.output)
        else send(event as SlotFormEvent)
      }
      expect(state()).toBe(expected.value)
      expect(context()).toEqual(expected.context)
    },
  )
})
