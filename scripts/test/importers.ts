import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** Folders of the packages that import each other by name. */
const packages: Readonly<Record<string, string>> = {
  events: 'events/src',
  backend: 'backend/src',
  'event-store': 'backend/event-store/src',
  'transparency-log': 'backend/transparency-log/src',
  'embedded-postgres': 'backend/embedded-postgres/src',
  kit: 'shell/kit',
}

export interface Import {
  readonly from: string
  readonly to: string
  /** True for an import of types. It is gone at run time, so it can break the compiler, but no test. */
  readonly isTypeOnly: boolean
}

const importLine = /^(?:import|export)( type)?\b[^'";]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

/** Finds all imports of our own files in their text. Each names a file with its extension, so none is looked up. */
export function readImports(): Import[] {
  const sources = globSync('{backend,events,shell,mfe-*,scripts,bench,e2e}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name),
  })
  return sources.flatMap((from) =>
    [...readFileSync(join(root, from), 'utf8').matchAll(importLine)].flatMap(([, type, named, effect, lazy]) => {
      const to = resolveFile(from, named ?? effect ?? lazy ?? '')
      return to === null ? [] : [{ from, to, isTypeOnly: type !== undefined }]
    }),
  )
}

function resolveFile(from: string, name: string): string | null {
  if (name.startsWith('.')) return join(from, '..', name)
  const [, pack = '', path = ''] = /^@ultimate\/([\w-]+)\/(.+)$/.exec(name) ?? []
  const folder = packages[pack]
  return folder === undefined ? null : `${folder}/${path}`
}

/** Finds files that import an own file, also through others, but not through foreign files. */
export function findImporters(
  imports: readonly Import[],
  isOwn: (file: string) => boolean,
  isForeign: (file: string) => boolean,
): Set<string> {
  const importers = Map.groupBy(imports, ({ to }) => to)
  const found = new Set<string>()
  const waiting = [...new Set(imports.map(({ to }) => to).filter(isOwn))]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop())
    for (const { from } of importers.get(file) ?? [])
      if (!found.has(from) && !(isForeign(from) && !isOwn(file))) {
        found.add(from)
        if (!isForeign(from)) waiting.push(from)
      }
  return new Set([...found].filter((file) => !isOwn(file)))
}
