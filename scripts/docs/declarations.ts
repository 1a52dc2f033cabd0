import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Reads the sources as a graph: top-level declarations, and which of them use which others. */

export const root = resolve(import.meta.dirname, '../..')

export interface Declaration {
  /** Relative to the repository. */
  readonly file: string
  readonly name: string
  readonly kind: 'type' | 'value'
  /** Its code without comments. */
  readonly text: string
}

interface SourceFile {
  readonly declarations: ReadonlyMap<string, Declaration>
  /** Imports by local name: the file and the name there; `*` for all of a file. */
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>
}

export interface Sources {
  readonly all: readonly Declaration[]
  /** Every declaration that this one uses, directly or through others, itself included; `without` names those not followed. */
  reachableFrom(from: Declaration, without?: readonly string[]): ReadonlySet<Declaration>
}

const start = /^(?:export )?(?:default )?(?:async )?(const|let|function|class|type|interface)\*? (\w+)/
const importing = /^(?:import|export) (?:type )?(\*|\{[^}]*\}|\w+)?(?: as (\w+))? ?from '([^']+)'/gm
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const isTest = /\.(spec|fixture)\.|\/test\/|\.d\.ts$/

/** A program of the backend runs code outside of declarations, so all of it counts as one. */
export const isProgram = (path: string): boolean => /^backend\/src\/\w+\.ts$/.test(path)

export function readSources(patterns: readonly string[]): Sources {
  const paths = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((path) => !isTest.test(path))
  const files = new Map(paths.toSorted().map((path) => [path, parse(path)]))
  const uses = new Map<Declaration, readonly Declaration[]>()

  const find = (path: string, name: string, seen = new Set<string>()): Declaration | undefined => {
    const file = files.get(path)
    const own = file?.declarations.get(name)
    if (own || !file || seen.has(path)) return own
    const from = file.imports.get(name)
    return from && find(from.file, from.name, seen.add(path))
  }
  const listUses = (declaration: Declaration): readonly Declaration[] => {
    const known = uses.get(declaration)
    if (known) return known
    const { declarations = new Map(), imports = new Map() } = files.get(declaration.file) ?? {}
    const names = declaration.text.matchAll(/(?<![\w'])(?<!(?<!\.\.)\.)(\w+)(?:\.(\w+))?/g)
    const found = [...names].flatMap(([, name = '', member = '']) => {
      const from = imports.get(name)
      const used =
        from?.name === '*' ? find(from.file, member) : (declarations.get(name) ?? find(declaration.file, name))
      return used?.kind === 'value' && used !== declaration ? [used] : []
    })
    const unique = [...new Set(found)]
    uses.set(declaration, unique)
    return unique
  }
  return {
    all: [...files.values()].flatMap(({ declarations }) => [...declarations.values()]),
    reachableFrom(from, without = []) {
      const reached = new Set([from])
      for (const one of reached) for (const next of listUses(one)) if (!without.includes(next.name)) reached.add(next)
      return reached
    },
  }
}

function parse(path: string): SourceFile {
  const source = readFileSync(join(root, path), 'utf8').replaceAll(comments, '')
  const declarations = new Map<string, Declaration>()
  let open: { name: string; kind: Declaration['kind']; lines: string[] } | null = null
  const close = () => {
    if (open) declarations.set(open.name, { file: path, name: open.name, kind: open.kind, text: open.lines.join('\n') })
  }
  for (const line of source.split('\n')) {
    const [, word, name] = start.exec(line) ?? []
    if (word !== undefined && name !== undefined) {
      close()
      open = { name, kind: word === 'type' || word === 'interface' ? 'type' : 'value', lines: [] }
    }
    open?.lines.push(line)
  }
  close()
  if (isProgram(path)) declarations.set(path, { file: path, name: path, kind: 'value', text: source })
  const imports = [...source.matchAll(importing)].flatMap(([, names = '', whole, from = '']) => {
    const file = resolveFile(path, from)
    if (file === null) return []
    if (names === '*') return whole === undefined ? [] : [[whole, { file, name: '*' }] as const]
    return names
      .replaceAll(/[{}]/g, '')
      .split(',')
      .map((one) => one.trim().replace(/^type /, ''))
      .filter(Boolean)
      .map((one) => {
        const [name = '', local = name] = one.split(' as ')
        return [local, { file, name }] as const
      })
  })
  return { declarations, imports: new Map(imports) }
}

function resolveFile(importer: string, from: string): string | null {
  if (from.startsWith('@ultimate/events/')) return from.replace('@ultimate/events/', 'events/src/')
  return from.startsWith('.') ? relative(root, resolve(root, dirname(importer), from)) : null
}
