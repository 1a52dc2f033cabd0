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

  it('lead through the same files of the server, apart from those of the domain', () => {
    const ways = lists.map(({ files }) => files.filter((file) => /^backend\/(src\/platform|event-store)\//.test(file)))
    expect(new Set(ways.map((way) => way.join(' → '))).size).toBe(1)
  })

  it.each(lists)('of “$action” are linked by imports, without a gap', ({ files }) => {
    expect(findGaps(files, imports)).toEqual([])
  })
})
