import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { eventsOfModules } from '../../events/src/all-events.ts'
import { dinnerApi } from '../../events/src/dinner/api.ts'
import type { Endpoint } from '../../events/src/language/endpoint.ts'
import { releasesApi } from '../../events/src/releases/api.ts'
import { staffApi } from '../../events/src/staff/api.ts'
import { tournamentApi } from '../../events/src/tournament/api.ts'

export const root = resolve(import.meta.dirname, '../..')
export const commandsFile = join(root, 'docs/commands.md')

const endpoints: Readonly<Record<string, Endpoint>> = { ...tournamentApi, ...dinnerApi, ...staffApi, ...releasesApi }

export interface Command {
  readonly module: string
  readonly name: string
  /** The file of the function that decides. */
  readonly file: string
  readonly events: readonly string[]
  /** Endpoints, automations and programs. */
  readonly sentBy: readonly string[]
  /** Tables with rows that follow from the events. */
  readonly readModels: readonly string[]
}

/** Returns every command of the backend, with what its code shows about it. */
export function listCommands(): Command[] {
  const modules = Object.keys(eventsOfModules)
  const folders = modules.flatMap((name) => [`backend/src/${name}/**/*.ts`, `events/src/${name}/**/*.ts`])
  const { all, reachableFrom } = readSources([...folders, 'events/src/language/**/*.ts', 'backend/src/*.ts'])
  const values = all.filter(({ kind }) => kind === 'value')
  // A program puts all modules together, but sends only what it names itself.
  const reached = new Map(
    values.map((value) => [value, reachableFrom(value, isProgram(value.file) ? ['assemble'] : [])]),
  )
  const senders = values.flatMap((from) => sendersIn(from).map((sender) => ({ sender, from })))
  const readModels = values.flatMap((value) => {
    const [, table] = /\breadModel\b[\s\S]*?\btable: '(\w+)'/.exec(value.text) ?? []
    return table === undefined ? [] : [{ table, text: joinCode(reached.get(value) ?? []) }]
  })

  const parseCommand = ({ text, file }: Declaration): Command[] => {
    // `export type CancelBid = TimedCommand<'CancelBid', …>`, decided by `cancelBid` in the same file.
    const [, name] = /^(?:export )?type \w+ =\s*TimedCommand<\s*'(\w+)'/.exec(text) ?? []
    if (name === undefined) return []
    const module = file.split('/')[2] ?? ''
    const functionName = `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`
    const decide = values.find((value) => value.file === file && value.name === functionName)
    if (!decide) throw new Error(`${file}: the command ${name} needs a function ${functionName}`)
    const users = values.filter((value) => reached.get(value)?.has(decide))
    const known = Object.keys(eventsOfModules[module] ?? {})
    const appended = findEventTypes(reachableFrom(decide, ['evolve', 'initialState']), known)
    // Some commands carry the type of their event: then the code that sends them names it.
    const events = appended.length > 0 ? appended : findEventTypes(users.filter(isInFolderOf(file)), known)
    const sentBy = senders.filter(({ from }) => users.includes(from)).map(({ sender }) => sender)
    const tables = readModels.filter((model) => events.some((type) => model.text.includes(`'${type}'`)))
    return [
      {
        module,
        name,
        file,
        events,
        sentBy: [...new Set(sentBy)].toSorted(endpointsFirst),
        readModels: tables.map(({ table }) => table),
      },
    ]
  }
  const order = ({ module }: Command) => modules.indexOf(module)
  return all
    .flatMap(parseCommand)
    .toSorted((one, other) => order(one) - order(other) || (one.name < other.name ? -1 : 1))
}

/** Programs, automations and undo rules follow the endpoints, which rank as -1. */
const rank = (sender: string) => ['`npm', 'auto', 'an u'].indexOf(sender.slice(0, 4))
const endpointsFirst = (one: string, other: string): number => rank(one) - rank(other) || (one < other ? -1 : 1)

const isInFolderOf =
  (path: string) =>
  ({ file }: Declaration): boolean =>
    dirname(file) === dirname(path)

/** Returns the endpoints that a declaration serves (`tournamentApi.cancelBid`), or the automation, undo or program. */
function sendersIn({ file, name, text }: Declaration): string[] {
  if (isProgram(file))
    return name === file && !/main|modules/.test(file) ? [`\`npm run ${basename(file, '.ts')}\``] : []
  const served = [...text.matchAll(/\b\w+Api\.(\w+)\b(?!\.)/g)].map(([, operation = '']) => endpoints[operation])
  if (served.length > 0) return served.flatMap((call) => (call ? [`\`${call.method} ${call.path}\``] : []))
  if (/^when[A-Z]/.test(name)) return [`automation \`${name}\``]
  return /\/undo\.ts$/.test(file) && /(Undo|Rules)$/.test(name) ? ['an undo'] : []
}

/** Returns the types of events that these declarations append, in the order of the registry. */
function findEventTypes(declarations: Iterable<Declaration>, known: readonly string[]): string[] {
  // A decision only looks at compared types, except before `?`, where it appends the compared event again.
  const code = joinCode(declarations).replaceAll(/[!=]== '\w+'(?! \?)/g, '')
  return known.filter((type) => code.includes(`'${type}'`))
}

/** Joins the code without `Extract<…>`, which names types of events that the code takes. */
const joinCode = (declarations: Iterable<Declaration>): string =>
  [...declarations].map(({ text }) => text.replaceAll(/\bExtract<[^>]*>/g, '')).join('\n')

const introduction = `# Commands

Every change of data is a command. A pure function decides it: it gets the state of one stream and the command, and returns
events or throws a domain error. This page is generated from the code by
\`npm run accept\`.

- **Appends**: the events that the function may return. What they mean, and how they are undone: [undo.md](undo.md).
- **Sent by**: endpoints, automations ([mail.md](mail.md)), undo rules and programs. A command without one is sent by the
  server itself.
- **Tables**: read models with rows that follow from these events ([architecture.md](architecture.md#tables)).
`

/** Returns the page `docs/commands.md`. */
export function commandsPage(): string {
  const commands = listCommands()
  const sections = Object.keys(eventsOfModules).map((module) => {
    const rows = commands
      .filter((command) => command.module === module)
      .map(
        ({ name, file, events, sentBy, readModels }) =>
          `| [\`${name}\`](../${file}) | ${quoteNames(events)} | ${sentBy.join('<br>')} | ${quoteNames(readModels)} |`,
      )
    const title = `${module.slice(0, 1).toUpperCase()}${module.slice(1)}`
    return [`## ${title}`, '', '| Command | Appends | Sent by | Tables |', '|---|---|---|---|', ...rows].join('\n')
  })
  return `${introduction}\n${sections.join('\n\n')}\n`
}

const quoteNames = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' ')

interface Declaration {
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

interface Sources {
  readonly all: readonly Declaration[]
  /** Every declaration that this one uses, directly or through others, itself included; `without` names those not followed. */
  reachableFrom(from: Declaration, without?: readonly string[]): ReadonlySet<Declaration>
}

const declarationStart = /^(?:export )?(?:default )?(?:async )?(const|let|function|class|type|interface)\*? (\w+)/
const importStatement = /^(?:import|export) (?:type )?(\*|\{[^}]*\}|\w+)?(?: as (\w+))? ?from '([^']+)'/gm
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const isTest = /\.(spec|fixture)\.|\/test\/|\.d\.ts$/
/** A name that code uses, with its member: `name`, `name.member`, `...name`. Not a member itself, nor a quoted word. */
const usedName = /(?<![\w'])(?<!(?<!\.\.)\.)(\w+)(?:\.(\w+))?/g

/** A program of the backend runs code outside of declarations, so the whole file counts as a declaration. */
const isProgram = (path: string): boolean => /^backend\/src\/\w+\.ts$/.test(path)

/** Reads the sources as a graph: top-level declarations, and which of them use which others. */
function readSources(patterns: readonly string[]): Sources {
  const paths = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((path) => !isTest.test(path))
  const files = new Map(paths.toSorted().map((path) => [path, parse(path)]))
  const uses = new Map<Declaration, readonly Declaration[]>()

  /** Finds a declaration by the name that it has in this file, also where the file imports it. */
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
    const found = [...declaration.text.matchAll(usedName)].flatMap(([, name = '', member = '']) => {
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
      // The loop also visits what it adds.
      for (const user of reached) for (const used of listUses(user)) if (!without.includes(used.name)) reached.add(used)
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
    const [, keyword, name] = declarationStart.exec(line) ?? []
    if (keyword !== undefined && name !== undefined) {
      close()
      open = { name, kind: keyword === 'type' || keyword === 'interface' ? 'type' : 'value', lines: [] }
    }
    open?.lines.push(line)
  }
  close()
  if (isProgram(path)) declarations.set(path, { file: path, name: path, kind: 'value', text: source })
  const imports = [...source.matchAll(importStatement)].flatMap(([, names = '', namespace, from = '']) => {
    const file = resolveFile(path, from)
    if (file === null) return []
    if (names === '*') return namespace === undefined ? [] : [[namespace, { file, name: '*' }] as const]
    return names
      .replaceAll(/[{}]/g, '')
      .split(',')
      .map((imported) => imported.trim().replace(/^type /, ''))
      .filter(Boolean)
      .map((imported) => {
        const [name = '', local = name] = imported.split(' as ')
        return [local, { file, name }] as const
      })
  })
  return { declarations, imports: new Map(imports) }
}

function resolveFile(importer: string, from: string): string | null {
  if (from.startsWith('@ultimate/events/')) return from.replace('@ultimate/events/', 'events/src/')
  return from.startsWith('.') ? relative(root, resolve(root, dirname(importer), from)) : null
}
