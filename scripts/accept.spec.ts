import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { eventsOfModules } from '../events/src/all-events.ts'
import { buildExample } from './accept.ts'
import { changedLines } from './docs/generated-pages.ts'

describe('an example of a new event', () => {
  it('has simple data that its schema takes', () => {
    const data = z.strictObject({
      jarId: z.uuid(),
      size: z.enum(['pint', 'quart']),
      openedAt: z.iso.datetime(),
      lids: z.array(z.strictObject({ color: z.string().min(8) })).min(1),
      count: z.int().min(3),
      note: z.string().nullable(),
    })
    expect(buildExample('JarOpened', { version: 2, data })).toEqual({
      type: 'JarOpened',
      version: 2,
      data: {
        jarId: '6f9619ff-8b86-4011-b42d-00c04fc96401',
        size: 'pint',
        openedAt: '2025-11-22T23:10:00.000Z',
        lids: [{ color: 'gravy!!!' }],
        count: 3,
        note: 'gravy',
      },
    })
  })

  it('is left to a person where the schema asks for more', () => {
    expect(
      buildExample('JarOpened', { version: 1, data: z.strictObject({ code: z.string().regex(/^\d{4}$/) }) }),
    ).toBeNull()
  })

  it('could be written for nearly all events of today', () => {
    const all = Object.values(eventsOfModules).flatMap((definitions) => Object.entries(definitions))
    const without = all.filter(([type, definition]) => buildExample(type, definition) === null)
    expect(without.length).toBeLessThan(all.length / 5)
  })
})

describe('what changed in a generated page', () => {
  it('is the lines that only one of the two has', () => {
    expect(changedLines('# Undo\n| A | no |\n', '# Undo\n| A | yes |\n')).toEqual(['- | A | no |', '+ | A | yes |'])
    expect(changedLines('a\nb', 'b\na')).toEqual(['the same lines in another order'])
    expect(changedLines('a\n', 'a\n')).toEqual([])
  })
})
