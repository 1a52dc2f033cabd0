import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allEvents } from '@ultimate/events/all-events.ts'
import { describe, expect, it } from 'vitest'

const modules = ['tournament', 'dinner', 'staff', 'releases']
/** A list of a module that is declared before what it needs to run is at hand. */
const listIn = (source: string, name: string): string[] => {
  const list = new RegExp(`^    ${name}: (.*?)^    [a-z]`, 'ms').exec(source)?.[1] ?? ''
  return [...list.matchAll(/'([a-z]+)'/g)].map(([, category]) => category ?? '')
}
const sources = modules.map((module) => readFileSync(join(import.meta.dirname, `../${module}/module.ts`), 'utf8'))

describe('the subjects that events of other streams name', () => {
  it('are declared by their modules, so that their histories are found through an index', () => {
    const categories = sources.flatMap((source) => listIn(source, 'categories'))
    const fields = new Set(Object.values(allEvents).flatMap(({ data }) => Object.keys(data.shape)))
    const named = categories.filter((category) => fields.has(`${category}Id`))
    expect(sources.flatMap((source) => listIn(source, 'referencedCategories')).toSorted()).toEqual(named.toSorted())
    expect(named).toContain('team')
  })
})
