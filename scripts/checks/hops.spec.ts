import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findGaps, hopLists } from '../size.ts'
import { readImports } from '../test/importers.ts'

const lists = hopLists(readFileSync(join(import.meta.dirname, '../../docs/architecture.md'), 'utf8'))
const imports = readImports()

describe('the files by action in docs/architecture.md', () => {
  it('are those of three actions', () => {
    expect(lists.map(({ action }) => action)).toEqual(['Sign up for a dish', 'Move a dish', 'Publish pools'])
  })

  it.each(lists)('of “$action” are as many as the page states', ({ files, counts, stated }) => {
    expect(counts).toBe(stated)
    expect(new Set(files).size).toBe(files.length)
  })

  it.each(lists)('of “$action” are linked by imports, without a gap', ({ files }) => {
    expect(findGaps(files, imports)).toEqual([])
  })
})

describe('a gap in a list of files', () => {
  const chain = [
    { from: 'button.tsx', to: 'command.ts', isTypeOnly: false },
    { from: 'command.ts', to: 'send.ts', isTypeOnly: false },
    { from: 'dish.route.ts', to: 'dish-api.ts', isTypeOnly: false },
    { from: 'button.tsx', to: 'dish.ts', isTypeOnly: true },
  ]

  it('is before a file that shares no import with an earlier one', () => {
    expect(findGaps(['button.tsx', 'command.ts', 'send.ts'], chain)).toEqual([])
    expect(findGaps(['button.tsx', 'send.ts'], chain)).toEqual(['send.ts'])
    expect(findGaps(['send.ts', 'button.tsx', 'command.ts'], chain)).toEqual(['button.tsx'])
  })

  it('is not where a request arrives, and a type closes none', () => {
    expect(findGaps(['button.tsx', 'dish-api.ts', 'dish.route.ts'], chain)).toEqual([])
    expect(findGaps(['button.tsx', 'dish.ts'], chain)).toEqual(['dish.ts'])
  })
})
