import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { comesLater, sharedKitFiles } from '../../rspack.config.ts'

const kit = resolve(import.meta.dirname, '../../shell/kit')

/** Files of the kit that `file` imports by a relative path. */
function relativeImports(file: string): string[] {
  const imports = readFileSync(join(kit, file), 'utf8').matchAll(/from '(\.[^']+)'/g)
  return [...imports].map(([, path = '']) => join(dirname(file), path))
}

/** Files that `file` brings along as it is loaded: not types, and not what `import()` fetches later. */
function statics(file: string): string[] {
  const code = readFileSync(file, 'utf8').replace(/^(import|export) type .*$/gm, '')
  const paths = [...code.matchAll(/(?:from|^import) '((?:\.|@ultimate\/kit\/)[^']+)'/gm)].map(([, path = '']) => path)
  return paths
    .map((path) =>
      path.startsWith('.') ? resolve(dirname(file), path) : join(kit, path.slice('@ultimate/kit/'.length)),
    )
    .filter((path) => /\.tsx?$/.test(path) && existsSync(path))
}

/** Everything that is loaded with `file`. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const next of statics(file)) loadedWith(next, seen)
  return seen
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

  it('keeps what comes later out of what the page starts with, which would not start at all', () => {
    // main.tsx takes it along in a task of its own.
    const start = loadedWith(resolve(kit, '../src/app.tsx'))
    expect(start).toContain(join(kit, 'state/session.ts'))
    expect(comesLater.filter((file) => start.has(join(kit, file)))).toEqual([])
  })
})
