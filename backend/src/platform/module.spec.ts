import { defineEvents } from '@ultimate/events/language/event.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { LiveTopics } from './module.ts'

const events = defineEvents({
  JarOpened: { version: 1, data: z.strictObject({}) },
  JarClosed: { version: 1, data: z.strictObject({}) },
})

it('decides about the live topics of each of its events, or does not compile', () => {
  const live: LiveTopics<typeof events> = { JarOpened: { topic: 'board', audience: 'everyone' }, JarClosed: [] }
  // @ts-expect-error JarClosed is missing.
  const forgotten: LiveTopics<typeof events> = { JarOpened: [] }
  expect([Object.keys(live), Object.keys(forgotten)]).toEqual([Object.keys(events), ['JarOpened']])
})
