import { dirname, join } from 'node:path'
import { eventsOfModules } from '../../events/src/all-events.ts'
import { dinnerApi } from '../../events/src/dinner/api.ts'
import type { Endpoint } from '../../events/src/language/endpoint.ts'
import { releasesApi } from '../../events/src/releases/api.ts'
import { staffApi } from '../../events/src/staff/api.ts'
import { tournamentApi } from '../../events/src/tournament/api.ts'
import { type Declaration, isProgram, readSources, root } from './declarations.ts'

export const commandsFile = join(root, 'docs/commands.md')

const endpoints: Readonly<Record<string, Endpoint>> = { ...tournamentApi, ...dinnerApi, ...staffApi, ...releasesApi }

export interface Command {
  readonly module: string
  readonly name: string
  /** Has the function that decides. */
  readonly file: string
  readonly events: readonly string[]
  /** Endpoints, automations and programs. */
  readonly sentBy: readonly string[]
  /** Tables with rows that follow from the events. */
  readonly readModels: readonly string[]
}

/** Every command of the backend, with what follows from the code about it. */
export function listCommands(): Command[] {
  const modules = Object.keys(eventsOfModules)
  const folders = modules.flatMap((name) => [`backend/src/${name}/**/*.ts`, `events/src/${name}/**/*.ts`])
  const { all, reachableFrom } = readSources([...folders, 'events/src/language/**/*.ts', 'backend/src/*.ts'])
  const values = all.filter(({ kind }) => kind === 'value')
  // A program puts all modules together, but sends only what it names itself.
  const reached = new Map(values.map((one) => [one, reachableFrom(one, isProgram(one.file) ? ['listModules'] : [])]))
  const senders = values.flatMap((from) => sendersIn(from).map((sender) => ({ sender, from })))
  const readModels = values.flatMap((one) => {
    const [, table] = /\breadModel\b[\s\S]*?\btable: '(\w+)'/.exec(one.text) ?? []
    return table === undefined ? [] : [{ table, text: joinCode(reached.get(one) ?? []) }]
  })

  const parseCommand = ({ text, file }: Declaration): Command[] => {
    const [, name] = /^(?:export )?type \w+ =\s*TimedCommand<\s*'(\w+)'/.exec(text) ?? []
    if (name === undefined) return []
    const module = file.split('/')[2] ?? ''
    const decide = `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`
    const decides = values.find((one) => one.file === file && one.name === decide)
    if (!decides) throw new Error(`${file}: the command ${name} needs a function ${decide}`)
    const users = values.filter((one) => reached.get(one)?.has(decides))
    const known = Object.keys(eventsOfModules[module] ?? {})
    const appended = typesMade(reachableFrom(decides, ['evolve', 'initialState']), known)
    // Some commands carry the type of their event: then the code that sends them has it.
    const events = appended.length > 0 ? appended : typesMade(users.filter(isBeside(file)), known)
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
  const order = (one: Command) => modules.indexOf(one.module)
  return all
    .flatMap(parseCommand)
    .toSorted((one, other) => order(one) - order(other) || (one.name < other.name ? -1 : 1))
}

const rank = (sender: string) => ['`npm', 'auto', 'an u'].indexOf(sender.slice(0, 4))
const endpointsFirst = (one: string, other: string): number => rank(one) - rank(other) || (one < other ? -1 : 1)

const isBeside =
  (path: string) =>
  ({ file }: Declaration): boolean =>
    dirname(file) === dirname(path)

/** The endpoints that a declaration serves, or the automation, undo or program that it is. */
function sendersIn({ file, name, text }: Declaration): string[] {
  if (isProgram(file)) return name === file && !/main|modules/.test(file) ? [`\`npm run ${file.slice(12, -3)}\``] : []
  const served = [...text.matchAll(/\b\w+Api\.(\w+)\b(?!\.)/g)].map(([, operation = '']) => endpoints[operation])
  if (served.length > 0) return served.flatMap((one) => (one ? [`\`${one.method} ${one.path}\``] : []))
  if (/^when[A-Z]/.test(name)) return [`automation \`${name}\``]
  return /\/undo\.ts$/.test(file) && /(Undo|Rules)$/.test(name) ? ['an undo'] : []
}

/** The types of events that these declarations make, in the order of the registry. */
function typesMade(declarations: Iterable<Declaration>, known: readonly string[]): string[] {
  // Compared types are what a decision looks at, unless it appends the compared event again.
  const code = joinCode(declarations).replaceAll(/[!=]== '\w+'(?! \?)/g, '')
  return known.filter((type) => code.includes(`'${type}'`))
}

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

/** The page \`docs/commands.md\`. */
export function commandsPage(): string {
  const commands = listCommands()
  const sections = Object.keys(eventsOfModules).map((module) => {
    const rows = commands
      .filter((command) => command.module === module)
      .map(
        ({ name, file, events, sentBy, readModels }) =>
          `| [\`${name}\`](../${file}) | ${quoted(events)} | ${sentBy.join('<br>')} | ${quoted(readModels)} |`,
      )
    const title = `${module.slice(0, 1).toUpperCase()}${module.slice(1)}`
    return [`## ${title}`, '', '| Command | Appends | Sent by | Tables |', '|---|---|---|---|', ...rows].join('\n')
  })
  return `${introduction}\n${sections.join('\n\n')}\n`
}

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' ')
