import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineEvents } from './event.ts'

it('an event without its sentence, undo or live topics does not compile', () => {
  const schema = { version: 1, data: z.strictObject({ lid: z.string() }) }
  const sentence = ({ lid }: { lid: string }) => ({ text: `opened ${lid}`, subject: lid })
  const complete = defineEvents({ JarOpened: { ...schema, sentence, undo: { effect: 'It is closed.' }, live: [] } })
  // @ts-expect-error The live topics are missing.
  defineEvents({ JarClosed: { ...schema, sentence, undo: { impossible: 'It is tight.' } } })
  // @ts-expect-error The undo is missing.
  defineEvents({ JarClosed: { ...schema, sentence, live: [] } })
  // @ts-expect-error The sentence is missing.
  defineEvents({ JarClosed: { ...schema, undo: { impossible: 'It is tight.' }, live: [] } })
  expect(Object.keys(complete)).toEqual(['JarOpened'])
})
