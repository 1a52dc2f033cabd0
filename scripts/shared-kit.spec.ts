import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sharedKitFiles } from '../rspack.config.ts'

const kit = resolve(import.meta.dirname, '../shell/kit')

/** Files of the kit that `file` imports by a relative path. */
function relativeImports(file: string): string[] {
  const imports = readFileSync(join(kit, file), 'utf8').matchAll(/from '(\.[^']+)'/g)
  return [...imports].map(([, path = '']) => join(dirname(file), path))
}

describe('the kit', () => {
  it('imports what all parts share by its full name, else each part would carry a copy with a state of its own', () => {
    const files = globSync('**/*.{ts,tsx}', { cwd: kit }).filter((file) => !/node_modules|\.spec\.|\.d\.ts$/.test(file))
    const copies = files.flatMap((file) =>
      relativeImports(file)
        .filter((path) => sharedKitFiles.includes(path))
        .map((path) => `${file} -> ${path}`),
    )
    expect(copies).toEqual([])
  })
})
