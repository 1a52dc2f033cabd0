import { join, relative, resolve } from 'node:path'
import { type PartName, partNames } from '../../events/src/platform/part.ts'

const root = resolve(import.meta.dirname, '../..')

/** What one team owns, from the screens to the log, and changes, tests and releases without the others. */
export interface Column {
  readonly name: PartName
  /** The part, and its module in the backend and in the language, with services whose screens the part has. */
  readonly folders: readonly string[]
  /** Folder of its browser tests. */
  readonly browserTests: string
}

/** Modules without a part of their own, by the part that has their screens. */
const services: Partial<Record<PartName, readonly string[]>> = { staff: ['releases'] }

function columnOf(name: PartName): Column {
  const modules = [name, ...(services[name] ?? [])]
  return {
    name,
    folders: [`mfe-${name}`, ...modules.flatMap((module) => [`backend/src/${module}`, `events/src/${module}`])],
    browserTests: `e2e/${name}`,
  }
}

export const columns: readonly Column[] = partNames.map(columnOf)

/** The column that `--only` names; throws where there is none. */
export function columnNamed(name: string): Column {
  const found = columns.find((column) => column.name === name)
  if (!found) throw new Error(`--only takes ${partNames.join(', ')}; not ${name}.`)
  return found
}

/** Whether this file is the column's own. */
export const isIn = ({ folders, browserTests }: Column, file: string): boolean =>
  [...folders, browserTests].some((folder) => relative(root, resolve(root, file)).startsWith(`${folder}/`))

/** A program of the compiler: the files it begins with, and the settings that they are checked under. */
export interface Program {
  readonly extends: string
  readonly compilerOptions: object
  readonly include: readonly string[]
}

/** What the compiler checks of a column: its screens as the browser runs them, and the rest as Node.js does. */
export function programsOf({ name, folders, browserTests }: Column): Program[] {
  const compilerOptions = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')], incremental: false }
  const program = (settings: string, of: readonly string[], more: object = {}): Program => ({
    extends: join(root, settings),
    compilerOptions: { ...compilerOptions, ...more },
    include: of.map((folder) => join(root, folder)),
  })
  const screens = `mfe-${name}`
  return [
    program('tsconfig.browser.json', [`${screens}/src`, 'shell/kit/**/*.d.ts']),
    program('tsconfig.json', [...folders.filter((folder) => folder !== screens), browserTests]),
  ]
}

const diagnostic = /^(.+?)\(\d+,\d+\): error /

/** The compiler's errors about the column's own files, each with the lines that explain it. */
export function ownErrors(column: Column, printed: string): string[] {
  const errors: string[][] = []
  for (const line of printed.split('\n').filter(Boolean)) {
    if (line.startsWith(' ')) errors.at(-1)?.push(line)
    else errors.push([line])
  }
  const isOwn = ([first = '']: readonly string[]) => {
    const [, file] = diagnostic.exec(first) ?? []
    // What names no file is about the settings, and so about every column.
    return file === undefined || isIn(column, file)
  }
  return errors.filter(isOwn).map((lines) => lines.join('\n'))
}
