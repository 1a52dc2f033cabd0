import type { Layout } from '@ultimate/events/dinner/session.ts'
import type { Answer, FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import type { FormEvent } from '@ultimate/kit/form/form-machine.ts'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import {
  findErrors,
  type LayoutDraft,
  type LayoutField,
  layoutMachine,
  toDraft,
  toLayout,
} from './change-layout.machine.ts'

type LayoutEvent = FormEvent<LayoutDraft>
type LayoutAnswer = Answer<LayoutField, Layout>

const stored = (warmingSlots: number): LayoutEvent => ({
  type: 'stored',
  stored: toDraft({ warmingSlots, buffetSlots: 16 }),
})
const change = (warmingSlots: string): LayoutEvent => ({ type: 'change', changes: { warmingSlots } })
const submit: LayoutEvent = { type: 'submit', key: 'k' }
/** Lets settled promises run their callbacks. */
const flush = () => new Promise((resolve) => setImmediate(resolve))

function start(answer?: LayoutAnswer) {
  const sent: FormAttempt<LayoutDraft>[] = []
  const machine = layoutMachine.provide({
    actors: {
      send: fromPromise<LayoutAnswer, FormAttempt<LayoutDraft>>(({ input }) => {
        sent.push(input)
        return Promise.resolve(answer ?? { kind: 'accepted', value: toLayout(input.draft) })
      }),
    },
  })
  const input = { stored: toDraft({ warmingSlots: 24, buffetSlots: 16 }) }
  const actor = createActor(machine, { input }).start()
  return { actor, sent, context: () => actor.getSnapshot().context }
}

describe('The counts of slots', () => {
  it.each([
    ['0', 'Please use 1 to 50.'],
    ['51', 'Please use 1 to 50.'],
    ['', 'Please give a whole number.'],
    ['7.5', 'Please give a whole number.'],
    ['1', undefined],
    ['50', undefined],
  ])('judge %j', (text, sentence) =>
    expect(findErrors({ warmingSlots: text, buffetSlots: '16' }).warmingSlots).toBe(sentence),
  )

  it('are saved when they are good, and say what is wrong otherwise', async () => {
    const { actor, sent, context } = start()
    actor.send(change('0'))
    actor.send(submit)
    expect(context().errors).toEqual({ warmingSlots: 'Please use 1 to 50.' })
    actor.send(change('30'))
    expect(context().errors).toEqual({})
    actor.send(submit)
    await flush()
    expect(sent.map(({ key, draft }) => ({ key, ...toLayout(draft) }))).toEqual([
      { key: 'k', warmingSlots: 30, buffetSlots: 16 },
    ])
    expect(actor.getSnapshot().value).toBe('done')
    expect(context().draft).toEqual({ warmingSlots: '30', buffetSlots: '16' })
  })

  it('follow what others save, but never overwrite what is being typed', () => {
    const { actor, context } = start()
    actor.send(stored(20))
    expect(context().draft.warmingSlots).toBe('20')
    actor.send(change('3'))
    actor.send(stored(40))
    expect(context().draft.warmingSlots).toBe('3')
    actor.send({ type: 'reset' })
    expect(context().draft.warmingSlots).toBe('40')
  })

  it('keep what was typed when the server refuses, with its sentence', async () => {
    const { actor, context } = start({ kind: 'refused', message: 'A dish stands there.', errors: {} })
    actor.send(change('2'))
    actor.send(submit)
    await flush()
    expect(context()).toMatchObject({ failure: 'A dish stands there.', draft: { warmingSlots: '2' } })
  })
})
