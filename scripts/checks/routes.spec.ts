import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const files = globSync(['backend/src/**/*.route.ts', 'backend/src/*/read/**/*.{view,query}.ts'], { cwd: root })

/** A route reads facts, sends a command and answers: longer ones decide or write what belongs elsewhere. */
const maxLines = 25

/** Top-level functions whose name ends with `Route` or `Routes`, from the first line to a `}` at the margin or a blank line before another statement. */
const routes = (code: string) =>
  [...code.matchAll(/^(?:export )?(?:async )?(?:function|const) (\w+Routes?)\b.*?(?:^[})]|(?=\n\n\S))/gms)].map(
    ([text, name = '']) => ({ name, lines: text.split('\n').length }),
  )

const findLong = (file: string, code: string) =>
  routes(code).flatMap(({ name, lines }) => (lines > maxLines ? [`${file}: ${name} has ${lines} lines`] : []))

/** Commands of a request go through `commandRoute`, which gives each its time, key and edition. */
const findBypass = (file: string, code: string) =>
  /commands\s*\.handle\(/.test(code) ? [`${file}: commands.handle`] : []

describe('a route', () => {
  const read = (file: string) => readFileSync(resolve(root, file), 'utf8')

  it(`has at most ${maxLines} lines`, () => {
    expect(files.flatMap((file) => routes(read(file)).map(({ name }) => name)).length).toBeGreaterThan(100)
    expect(files.flatMap((file) => findLong(file, read(file)))).toEqual([])
  })

  it('sends its commands by `commandRoute`', () => {
    expect(files.flatMap((file) => findBypass(file, read(file)))).toEqual([])
  })

  it('is noticed where it is longer, or sends a command otherwise', () => {
    const lines = (count: number) => Array.from({ length: count }, () => '  const one = 1').join('\n')
    const planted = (count: number) => `export function plantedRoute(): Route {\n${lines(count)}\n}\n\nconst two = 2\n`
    expect(findLong('planted', planted(maxLines - 2))).toEqual([])
    expect(findLong('planted', planted(maxLines - 1))).toEqual(['planted: plantedRoute has 26 lines'])
    expect(findBypass('planted', '  await platform.commands.handle(decider, {}, context)')).toHaveLength(1)
  })
})
