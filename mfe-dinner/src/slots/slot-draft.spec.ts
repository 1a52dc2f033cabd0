import { pie } from '@ultimate/events/dinner/slots/slots.fixture.ts'
import type { Answer, FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import type { FormEvent } from '@ultimate/kit/form/form-machine.ts'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import {
  type DraftField,
  emptyDraft,
  findErrors,
  listServingTimes,
  previewTimes,
  type SlotDraft,
  slotFormMachine,
  toDraft,
  toSlots,
} from './slot-draft.ts'

const carving = { ...emptyDraft('serving'), name: 'Carving', times: '3' }

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
  it('begins with the usual numbers', () => {
    expect(emptyDraft('dishes')).toMatchObject({ team_requirement: '4', max_signups: '1' })
  })

  it('wants a name and at least one sign-up', () => {
    expect(findErrors(emptyDraft('dishes'))).toEqual({ name: 'Name is required.' })
    for (const max_signups of ['0', '', '-1', '1.5', 'many'])
      expect(findErrors({ ...toDraft(pie), max_signups })).toEqual({
        max_signups: 'Please give a whole number, at least 1.',
      })
  })

  it('wants a time for serving, and no time for dishes', () => {
    expect(findErrors({ ...carving, time_slot: '' })).toEqual({ time_slot: 'A serving slot needs a time.' })
    expect(findErrors({ ...carving, time_slot: '25:00' })).toEqual({ time_slot: 'A time is like 18:00.' })
    expect(toSlots({ ...toDraft(pie), time_slot: '18:00' })).toMatchObject([{ time_slot: null }])
  })

  it('sends no recipe for serving, though one was typed before', () => {
    expect(toSlots({ ...carving, recipe_title: 'Grandma' })[0]).toMatchObject({ recipe_title: null })
  })

  it('makes a slot for each half hour of a row', () => {
    expect(previewTimes(carving)).toEqual(['18:00', '18:30', '19:00'])
    expect(toSlots(carving).map(({ name, time_slot }) => [name, time_slot])).toEqual([
      ['Carving', '18:00'],
      ['Carving', '18:30'],
      ['Carving', '19:00'],
    ])
  })

  it('lets half hours follow each other without a gap', () => {
    expect(listServingTimes('17:30', 4)).toEqual(['17:30', '18:00', '18:30', '19:00'])
    expect(listServingTimes('23:30', 2)).toEqual(['23:30', '00:00'])
    expect(listServingTimes('18:00', 0)).toEqual([])
  })

  it.each(['0', '25', '', 'x', '2.5'])('refuses a row of "%s" half hours', (times) => {
    expect(findErrors({ ...carving, times })).toEqual({ times: 'Please give a whole number from 1 to 24.' })
    expect(previewTimes({ ...carving, times })).toEqual([])
  })

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
