import { defineEvents } from '@ultimate/events/language/event.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { bindUndos, type PartNameOf, summarizeWith, type UndoRules } from './undo.ts'

it('a missing or a superfluous undo rule does not compile', () => {
  const described = { version: 1, data: z.strictObject({}), sentence: () => null, live: [] }
  const events = defineEvents({
    JarOpened: { ...described, undo: { effect: 'It is closed.' } },
    JarBroken: { ...described, undo: { impossible: 'It is broken.' } },
  })
  const rule = { plan: async () => 'It is empty.' }
  const rules = bindUndos({}, events, { JarOpened: rule })
  // @ts-expect-error The rule of `JarOpened` is missing.
  bindUndos({}, events, {})
  // @ts-expect-error `JarBroken` has no undo.
  bindUndos({}, events, { JarOpened: rule, JarBroken: rule })
  expect(Object.keys(rules).toSorted()).toEqual(['JarBroken', 'JarOpened'])
})

it('a part that no summary has does not compile', () => {
  const jar = { initialState: () => 0, evolve: (opened: number) => opened + 1 }
  const summarize = (opened: number) => (opened > 0 ? { Jar: 'open', Opened: `${opened} times` } : { Jar: 'closed' })
  const summarizer = summarizeWith(jar, summarize, { presence: 'Jar' })
  // @ts-expect-error No summary of a jar has a part `Lid`.
  summarizeWith(jar, summarize, { presence: 'Lid' })
  const { JarOpened } = defineEvents({
    JarOpened: {
      version: 1,
      data: z.strictObject({}),
      sentence: () => null,
      live: [],
      undo: { effect: 'It is closed.' },
    },
  })
  type Rules = UndoRules<{ JarOpened: typeof JarOpened }, object, PartNameOf<ReturnType<typeof summarize>>>
  const plan = async () => 'It is empty.'
  const rules: Rules = { JarOpened: { preventedBy: ['Opened'], plan } }
  // @ts-expect-error No summary of a jar has a part `Lid`.
  const wrongRules: Rules = { JarOpened: { preventedBy: ['Lid'], plan } }
  expect([summarizer.presence, rules.JarOpened.preventedBy, wrongRules.JarOpened.preventedBy]).toEqual([
    'Jar',
    ['Opened'],
    ['Lid'],
  ])
})
