import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import {
  type LayoutAttempt,
  type LayoutEvent,
  type LayoutFacts,
  layoutMachine,
  type Outcome,
  readDraft,
} from './machine.ts'

const open: LayoutFacts = { warmingSlots: 24, buffetSlots: 16, isOpen: true }
const update = (facts: LayoutFacts): LayoutEvent => ({ type: 'update', facts })
const change = (text: string): LayoutEvent => ({ type: 'change', field: 'warmingSlots', text })
const save: LayoutEvent = { type: 'save', key: 'k' }
/** Lets settled promises run their callbacks. */
const flush = () => new Promise((resolve) => setImmediate(resolve))

function start(outcome: Outcome = { kind: 'done' }, facts = open) {
  const sent: LayoutAttempt[] = []
  const machine = layoutMachine.provide({
    actors: {
      save: fromPromise<Outcome, LayoutAttempt>(({ input }) => {
        sent.push(input)
        return Promise.resolve(outcome)
      }),
    },
  })
  const actor = createActor(machine, { input: { facts } }).start()
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
    expect(readDraft({ warmingSlots: text, buffetSlots: '16' }).errors.warmingSlots).toBe(sentence),
  )

  it('are saved when they are good, and say what is wrong otherwise', async () => {
    const { actor, sent, context } = start()
    actor.send(change('0'))
    actor.send(save)
    expect(context().errors).toEqual({ warmingSlots: 'Please use 1 to 50.' })
    actor.send(change('30'))
    expect(context().errors).toEqual({})
    actor.send(save)
    await flush()
    expect(sent).toEqual([{ key: 'k', warmingSlots: 30, buffetSlots: 16 }])
    expect(actor.getSnapshot().value).toBe('clean')
  })

  it('follow what others save, but never overwrite what is being typed', () => {
    const { actor, context } = start()
    actor.send(update({ ...open, warmingSlots: 20 }))
    expect(context().draft.warmingSlots).toBe('20')
    actor.send(change('3'))
    actor.send(update({ ...open, warmingSlots: 40 }))
    expect(context().draft.warmingSlots).toBe('3')
  })

  it('keep what was typed when the server refuses, with its sentence', async () => {
    const { actor, context } = start({ kind: 'refused', sentence: 'A dish stands there.' })
    actor.send(change('2'))
    actor.send(save)
    await flush()
    expect(context()).toMatchObject({ sentence: 'A dish stands there.', draft: { warmingSlots: '2' } })
  })

  it('are locked by the start of dinner at every step, on every shortest path, and open again after a reset', () => {
    const locked = { ...open, isOpen: false }
    const events = [update(open), update(locked), change('3'), change('0'), save, { type: 'discard' }] as LayoutEvent[]
    const paths = getShortestPaths(layoutMachine, { events, input: { facts: open } })
    expect(new Set(paths.map(({ state }) => state.value))).toEqual(new Set(['clean', 'editing', 'saving', 'locked']))
    for (const { state } of paths) expect(state.value === 'locked').toBe(!state.context.facts.isOpen)
  })
})
