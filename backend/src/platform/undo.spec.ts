import { defineEvents } from '@ultimate/events/language/event.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { bindUndos } from './undo.ts'

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
