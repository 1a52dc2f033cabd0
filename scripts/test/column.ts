import { globSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { type PartName, partNames } from '../../events/src/platform/part.ts'
import { describePart } from '../part-descriptions.ts'
import { findImporters, readImports } from './importers.ts'

const root = resolve(import.meta.dirname, '../..')

/** All that one team owns, from the screens to the events, and changes, tests and releases without other teams. */
export interface Column {
  readonly name: PartName
  /** The part, and its module in the backend and in the language, with services whose screens the part has. */
  readonly folders: readonly string[]
  /** Folder of its browser tests. */
  readonly browserTests: string
}

/** Modules without a part of their own, by the part that has their screens. */
const services: Partial<Record<PartName, readonly string[]>> = { staff: ['releases'] }

function buildColumn(name: PartName): Column {
  const modules = [name, ...(services[name] ?? [])]
  return {
    name,
    folders: [`mfe-${name}`, ...modules.flatMap((module) => [`backend/src/${module}`, `events/src/${module}`])],
    browserTests: `e2e/${name}`,
  }
}

export const columns: readonly Column[] = partNames.map(buildColumn)

/** The column that `--only` names; throws where there is none. */
export function columnNamed(name: string): Column {
  const found = columns.find((column) => column.name === name)
  if (!found) throw new Error(`--only takes ${partNames.join(', ')}; not ${name}.`)
  return found
}

/** True where this file is the column's own. */
export const isIn = ({ folders, browserTests }: Column, file: string): boolean =>
  [...folders, browserTests].some((folder) => relative(root, resolve(root, file)).startsWith(`${folder}/`))

/** Tests that look at all modules, also by reading their files, which no import shows. */
const guardFolders = ['backend/src/across-modules', 'events/src/language', 'scripts/checks', 'scripts/surfaces']
/** This test imports every part by a computed name, which the search for imports does not find. */
const guardOfParts = 'scripts/part-descriptions.spec.ts'
/** Tests that start whole backends, of which a column is a small part. */
const isSlow = (file: string) => /^(backend\/src\/operation|bench\/torture|scripts\/test)\//.test(file)

/** The files outside of a column that a change of the column can break. */
export interface Reach {
  /** Files that import the column, also through others. Files of other columns count only with an import of their own. */
  readonly importers: ReadonlySet<string>
  /** Test files outside of all columns, to run with its own. */
  readonly guards: readonly string[]
}

export function findReach(column: Column): Reach {
  const imports = readImports()
  const isOwn = (file: string) => isIn(column, file)
  const isForeign = (file: string) => columns.some((other) => other.name !== column.name && isIn(other, file))
  const importersAtRunTime = findImporters(
    imports.filter(({ isTypeOnly }) => !isTypeOnly),
    isOwn,
    isForeign,
  )
  const ofAll = guardFolders.flatMap((folder) => globSync(`${folder}/**/*.spec.{ts,tsx}`, { cwd: root }))
  const guards = [...importersAtRunTime].filter(
    (file) => /\.spec\.tsx?$/.test(file) && !isForeign(file) && !isSlow(file),
  )
  return {
    importers: findImporters(imports, isOwn, isForeign),
    guards: [...new Set([...ofAll, guardOfParts, ...guards])].toSorted(),
  }
}

/** Browser tests of the kit that walk through pages of a part. */
const walkedThrough: Partial<Record<PartName, readonly string[]>> = { dinner: ['e2e/offline-queue/'] }

/** Lists for Playwright the browser tests of a column, those that walk through its pages, and its pages' pictures. */
export async function listBrowserTests({ name, browserTests }: Column): Promise<string[]> {
  const { paths } = await describePart(`mfe-${name}`)
  const files = [`${browserTests}/`, ...(walkedThrough[name] ?? []), 'e2e/shell/lost-files-of-parts', 'e2e/look/']
  // A picture is named by the address of its page, and a walk with lost files by its part.
  const otherPictures = `look/\\S+\\.e2e\\.ts (?!(${paths.join('|')})[/?# ])`
  return [...files, '--grep-invert', `${otherPictures}|lost-files-of-parts\\.e2e\\.ts (?!${name}:)`]
}

const diagnostic = /^(.+?)\(\d+,\d+\): error /

/** The compiler's errors about the column's own files and those that import it, each with the lines that explain it. */
export function ownErrors(column: Column, importers: ReadonlySet<string>, printed: string): string[] {
  const errors: string[][] = []
  for (const line of printed.split('\n').filter(Boolean)) {
    if (line.startsWith(' ')) errors.at(-1)?.push(line)
    else errors.push([line])
  }
  const isOwn = ([first = '']: readonly string[]) => {
    const [, file] = diagnostic.exec(first) ?? []
    // An error that names no file is about the settings, and so about every column.
    return file === undefined || isIn(column, file) || importers.has(file)
  }
  return errors.filter(isOwn).map((lines) => lines.join('\n'))
}
