import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { emptyDraft, type SlotDraft } from './slot-draft.ts'
import { type Attempt, type SaveOutcome, type SlotFormEvent, slotFormMachine } from './slot-form-machine.ts'

const refusal: SaveOutcome = {
  kind: 'refused',
  sentence: 'Please fix the errors and submit again.',
  errors: { name: 'Name is required.' },
}
const change = (changes: Partial<SlotDraft>): SlotFormEvent => ({ type: 'change', changes })
const submit = (key: string): SlotFormEvent => ({ type: 'submit', key })

function start() {
  const sent: string[] = []
  const focused: (string | null)[] = []
  let closed = 0
  let waiting: { resolve: (outcome: SaveOutcome) => void; reject: (reason: Error) => void } | null = null
  const machine = slotFormMachine.provide({
    actors: {
      save: fromPromise<SaveOutcome, Attempt>(({ input }) => {
        sent.push(input.key)
        return new Promise((resolve, reject) => {
          waiting = { resolve, reject }
        })
      }),
    },
    actions: { focusField: (_, { field }) => focused.push(field), close: () => closed++ },
  })
  const actor = createActor(machine, { input: { draft: emptyDraft('dishes') } }).start()
  const flush = () => new Promise((resolve) => setImmediate(resolve))
  return {
    send: actor.send,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    sent,
    focused,
    closed: () => closed,
    answer: (outcome: SaveOutcome) => {
      waiting?.resolve(outcome)
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
    const { send, state, focused, sent, context } = start()
    send(submit('k1'))
    expect(state()).toBe('invalid')
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
    await answer({ kind: 'saved' })
    expect(state()).toBe('saved')
    expect(closed()).toBe(1)
  })

  it('keeps what was typed and its key when no answer came', async () => {
    const { send, state, context, fail, sent } = start()
    send(change({ name: 'Gravy' }))
    send(submit('k1'))
    await fail()
    expect(state()).toBe('failed')
    expect(context().draft.name).toBe('Gravy')
    send(submit('k2'))
    expect(sent).toEqual(['k1', 'k1'])
  })

  it('takes a new key for what was changed, and after a refusal', async () => {
    const { send, fail, answer, sent } = start()
    send(change({ name: 'Gravy' }))
    send(submit('k1'))
    await fail()
    send(change({ name: 'More gravy' }))
    send(submit('k2'))
    await answer(refusal)
    send(submit('k3'))
    expect(sent).toEqual(['k1', 'k2', 'k3'])
  })
})

describe('On every shortest path through the machine', () => {
  const outcome = (output: SaveOutcome) => ({ type: 'xstate.done.actor.save', output, actorId: 'save' })
  const events = [
    change({ name: 'Gravy' }),
    change({ max_signups: '0' }),
    submit('k1'),
    outcome({ kind: 'saved' }),
    outcome(refusal),
    { type: 'xstate.error.actor.save', error: new Error('Connection lost'), actorId: 'save' },
  ] as SlotFormEvent[]
  const paths = getShortestPaths(slotFormMachine, { events, input: { draft: emptyDraft('dishes') } })

  it('every state is reached', () => {
    expect(new Set(paths.map(({ state }) => state.value))).toEqual(
      new Set(['editing', 'invalid', 'saving', 'failed', 'saved']),
    )
  })

  it.each(paths.map((path) => [path.steps.map(({ event }) => event.type).join(', '), path] as const))(
    '%s',
    async (_, { steps, state: expected }) => {
      const { send, state, context, answer, fail } = start()
      for (const { event } of steps.slice(1) as readonly { event: { type: string; output?: SaveOutcome } }[]) {
        if (event.type.startsWith('xstate.error')) await fail()
        else if (event.output) await answer(event.output)
        else send(event as SlotFormEvent)
      }
      expect(state()).toBe(expected.value)
      expect(context()).toEqual(expected.context)
    },
  )
})
