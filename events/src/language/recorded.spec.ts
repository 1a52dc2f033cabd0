import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { EventDefinition, EventDefinitions } from './event.ts'

const recordedEvent = z.strictObject({
  type: z.string(),
  version: z.number().int().min(1),
  data: z.record(z.string(), z.unknown()),
})

const source = new URL('../', import.meta.url)

/** Every module that has events, found on disk: a new module cannot forget to stand here. */
const modules = readdirSync(source, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .filter((name) => filesIn(name).includes('events.ts'))

function filesIn(folder: string): string[] {
  return readdirSync(new URL(`${folder}/`, source))
}

async function loadDefinitions(module: string): Promise<EventDefinitions> {
  const exports: Record<string, unknown> = await import(new URL(`${module}/events.ts`, source).href)
  return exports[`${module}Events`] as EventDefinitions
}

/** Returns data that was stored as that version as a reader of today sees it. */
function upcast(definition: EventDefinition, version: number, data: unknown): unknown {
  let current = data
  for (let from = version; from < definition.version; from += 1) {
    const step = definition.upcast?.[from]
    if (!step) throw new Error(`there is no way from version ${from} to ${from + 1}`)
    current = step(current as never)
  }
  return current
}

describe.each(modules)('events ever recorded by %s', async (module) => {
  const definitions = await loadDefinitions(module)
  const versions = Object.entries(definitions).flatMap(([type, definition]) =>
    Array.from({ length: definition.version }, (_, index) => ({ type, version: index + 1, definition })),
  )

  it.each(versions)('parse as $type of today, stored as version $version', ({ type, version, definition }) => {
    const file = new URL(`${module}/recorded/${type}.v${version}.json`, source)
    const event = recordedEvent.parse(JSON.parse(readFileSync(file, 'utf8')))
    expect({ type: event.type, version: event.version }).toEqual({ type, version })
    expect(definition.data.parse(upcast(definition, version, event.data))).toBeDefined()
  })

  it('are all still known, for what was stored once is read for ever', () => {
    const expected = versions.map(({ type, version }) => `${type}.v${version}.json`)
    expect(filesIn(`${module}/recorded`).sort()).toEqual(expected.sort())
  })

  it('can be forgotten: what stands in for personal data fits the schema', () => {
    for (const { data, personal = {} } of Object.values(definitions)) {
      for (const [field, { forgotten }] of Object.entries(personal)) {
        expect(data.shape[field]?.parse(forgotten)).toEqual(forgotten)
      }
    }
  })
})
