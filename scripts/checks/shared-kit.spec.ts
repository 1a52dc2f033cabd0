import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { partNames } from '../../events/src/platform/part.ts'
import { shared, sharedKitFiles, sharedPackages } from '../../rspack.config.ts'

const kit = resolve(import.meta.dirname, '../../shell/kit')

const shares = resolve(kit, '../src/remotes/shares.ts')
/** The names of what parts share with the shell, each with how the shell lends it. */
const lent = [...readFileSync(shares, 'utf8').matchAll(/^ {2}'?([\w@./-]+)'?: (of\w+)\(/gm)].map(
  ([, name = '', how = '']) => [name, how] as const,
)

/** Files of the kit that `file` imports by a relative path. */
function relativeImports(file: string): string[] {
  const imports = readFileSync(join(kit, file), 'utf8').matchAll(/from '(\.[^']+)'/g)
  return [...imports].map(([, path = '']) => join(dirname(file), path))
}

/** Files that `file` brings along as it is loaded: not types, and not what `import()` fetches later, which an eager one does not. */
function statics(file: string): string[] {
  const code = readFileSync(file, 'utf8').replace(/^(import|export) type .*$/gm, '')
  const imports = /(?:from|^import|webpackMode: "eager" \*\/) '((?:\.|@ultimate\/kit\/)[^']+)'/gm
  const paths = [...code.matchAll(imports)].map(([, path = '']) => path)
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

  it('is lent by the shell with all that parts are built to ask for', () => {
    const names = [...sharedPackages, ...sharedKitFiles.map((file) => `@ultimate/kit/${file}`)]
    expect(lent.map(([name]) => name).toSorted()).toEqual(names.toSorted())
  })

  it('is brought along by parts only as far as a shell that they fit may not have it', () => {
    for (const part of partNames) {
      const own = Object.entries(shared(`mfe-${part}`)).filter(([, how]) => !('import' in how))
      expect(own.map(([name]) => name)).toEqual([
        '@ultimate/kit/event/edition.ts',
        '@ultimate/kit/request/use-command.ts',
        '@ultimate/kit/sending/send-command.ts',
        '@ultimate/kit/sending/send-from-toast.ts',
        '@ultimate/kit/components/overlays/overlay-history.ts',
        '@ultimate/kit/undo/undoable.ts',
      ])
    }
  })

  it('keeps what comes later out of what the page starts with, and the federation runtime as well', () => {
    // main.tsx takes it along in a task of its own.
    const start = loadedWith(resolve(kit, '../src/app.tsx'))
    expect(start).toContain(join(kit, 'state/session.ts'))
    const later = lent.filter(([, how]) => how === 'ofKitLater').map(([name]) => name.replace('@ultimate/kit/', ''))
    expect(later).toContain('request/live.ts')
    expect([...later.map((file) => join(kit, file)), shares].filter((file) => start.has(file))).toEqual([])
  })
})
