import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { lte } from 'semver'
import { sharedKitSince } from '../../rspack.config.ts'
import type { Guarded, Surface, SurfaceChange } from './surface.ts'

const root = resolve(import.meta.dirname, '../..')
const packageFile = join(root, 'shell/kit/package.json')

/** Returns what parts may import from the kit: its exports and their types, as the compiler declares them. */
export function kitSurface(): Guarded {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  const surface = readDeclaredSurface()
  return {
    title: 'The surface of the kit',
    name: 'kit',
    version,
    surface,
    breaks: breaksReleasedParts,
    applyRenames: (recorded) => withTypesRenamed(recorded, surface),
    raiseTo: (next) => {
      writeVersion(packageFile, (content) => content)
      writeVersion(join(root, 'package-lock.json'), (content) => content.packages?.['shell/kit'])

      function writeVersion(file: string, holderOf: (content: PackageFile) => { version?: string } | undefined) {
        const content = JSON.parse(readFileSync(file, 'utf8')) as PackageFile
        const holder = holderOf(content)
        if (holder) holder.version = next
        writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
      }
    },
  }
}

/** Lists the files that a shell with this version of the kit lends to parts at run time. */
export const filesLentBy = (version: string): string[] =>
  Object.entries(sharedKitSince).flatMap(([file, since]) => (lte(since, version) ? [file] : []))

const lentFiles = filesLentBy(JSON.parse(readFileSync(packageFile, 'utf8')).version)

/** Files that are not lent, but define what parts and shell exchange: the mount contract, and a stored command. */
const exchangedFiles = ['contract.ts', 'offline-queue/stored-command.ts']
const filesAtRunTime = new Set([...lentFiles, ...exchangedFiles].map((file) => file.replace(/\.tsx?$/, '')))

/** The calls of the backend, which the surface of each module's interface guards. */
const guardedElsewhere = 'request/api Operations'

/**
 * A released part takes the lent files from the shell, and may rely on every name in them. All other files of the kit
 * are in the part's own bundle, as they were when it was built.
 */
export function breaksReleasedParts({ name, before, after }: SurfaceChange): boolean {
  const file = name.slice(0, name.indexOf(' '))
  if (before === null || name === guardedElsewhere || !filesAtRunTime.has(file)) return false
  return !(isLent(file) && after !== null && withoutNewOptions(after, before) === before)
}

/** Leaves out the optional fields that were added, because a released part does not set them. */
const withoutNewOptions = (after: string, before: string): string =>
  after.replaceAll(/(?:readonly )?\w+\?: [^;{}]*; /g, (field) => (before.includes(field) ? field : ''))

interface PackageFile {
  version?: string
  readonly exports?: Readonly<Record<string, string | null>>
  readonly packages?: Readonly<Record<string, { version?: string }>>
}

/** Files that the kit's package does not export: no part can import them, so they may change as the kit needs. */
const unexportedFiles = new Set(
  Object.entries((JSON.parse(readFileSync(packageFile, 'utf8')) as PackageFile).exports ?? {})
    .filter(([, target]) => target === null)
    .map(([name]) => name.replace(/^\.\/(.*)\.tsx?$/, '$1')),
)

function isPublic([piece]: Piece): boolean {
  const file = piece.slice(0, piece.indexOf(' '))
  return !unexportedFiles.has(file) && !/^node_modules\/|\.(spec|fixture)$/.test(file)
}

/** `['request/api ApiError', 'export declare class ApiError …']`. */
type Piece = readonly [fileAndName: string, declaration: string]

function readDeclaredSurface(): Surface {
  const folder = mkdtempSync(join(tmpdir(), 'kit-surface-'))
  const options = ['--noEmit', 'false', '--incremental', 'false', '--declaration', '--emitDeclarationOnly']
  try {
    const tsc = join(root, 'node_modules/.bin/tsc')
    execFileSync(tsc, ['-p', 'shell/kit', ...options, '--removeComments', '--outDir', folder], { cwd: root })
    const pieces = globSync('**/*.d.ts', { cwd: folder }).flatMap((file) =>
      listStatements(readFileSync(join(folder, file), 'utf8')).map((text): Piece => [pieceName(file, text), text]),
    )
    // Twice, because one file re-exports what another file re-exports.
    const declared = resolveReexports(resolveReexports(pieces)).filter(isPublic)
    return Object.fromEntries(declared.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function resolveReexports(pieces: readonly Piece[]): Piece[] {
  const surface = Object.fromEntries(pieces)
  return pieces.flatMap((piece) => withReexports(piece, surface))
}

/** Replaces a re-export from another file of the kit by the declarations there, as if the file itself declared them. */
export function withReexports([piece, text]: Piece, surface: Surface): Piece[] {
  const [, list, path = ''] = /^export \{ (.*?),? \} from '(?:@ultimate\/kit\/|(?=\.))(.*)\.tsx?';$/.exec(text) ?? []
  const file = piece.slice(0, -text.length - 1)
  const target = path.startsWith('.') ? join(dirname(file), path) : path
  const names = list?.split(', ').map((name) => name.replace(/^type /, '')) ?? []
  const found = names.flatMap((name) => surface[`${target} ${name}`] ?? [])
  // A re-export under another name stays as it is written.
  if (names.length === 0 || found.length < names.length) return [[piece, text]]
  return names.map((name) => [`${file} ${name}`, surface[`${target} ${name}`] ?? ''])
}

/**
 * Returns the recorded surface with the current names of types and parameters. A type was renamed where a new
 * declaration differs from the recorded one only by its name. Such a rename breaks no part. A released part was
 * compiled and knows no names of types; the next one is type-checked.
 */
export function withTypesRenamed(recorded: Surface, current: Surface): Surface {
  let renamed = recorded
  // A declaration that mentions renamed types is recognized only after their renames, in a later pass.
  for (let renames = findRenames(renamed, current); renames.length > 0; renames = findRenames(renamed, current)) {
    const applyAll = (text: string) => renames.reduce((known, [old, name]) => renameIn(known, old, name), text)
    renamed = Object.fromEntries(Object.entries(renamed).map((piece) => piece.map(applyAll)))
  }
  const isSame = (text: string, other = '') => withoutParameterNames(text) === withoutParameterNames(other)
  return Object.fromEntries(
    Object.entries(renamed).map(([name, text]) => [name, isSame(text, current[name]) ? (current[name] ?? text) : text]),
  )
}

/** Finds the old and new names of types, and of constants in files that are not lent, which types may refer to. */
function findRenames(recorded: Surface, current: Surface): [old: string, name: string][] {
  const added = Object.entries(current).filter(([piece]) => !(piece in recorded))
  return Object.entries(recorded).flatMap(([piece, text]): [string, string][] => {
    const [, keywords, old = ''] = /^((?:export )?(?:declare )?(?:interface|type|const) )(\w+)/.exec(text) ?? []
    if (keywords === undefined || piece in current) return []
    const file = piece.slice(0, -old.length - 1)
    if (keywords.includes('const') && isLent(file)) return []
    // The declaration moved to another file. Two constants of one type that move together would otherwise be renamed to
    // each other.
    if (added.some(([other, declaration]) => other.endsWith(` ${old}`) && declaration === text)) return []
    const renames = added.flatMap(([other, declaration]): [string, string][] => {
      const [otherFile = '', name = ''] = other.split(' ')
      const isElsewhere = otherFile !== file && isLent(file)
      return name !== old && !isElsewhere && declaration === renameIn(text, old, name) ? [[old, name]] : []
    })
    return renames.slice(0, 1)
  })
}

const isLent = (file: string) => lentFiles.some((shared) => shared.replace(/\.tsx?$/, '') === file)

const withoutParameterNames = (text: string) => text.replaceAll(/(?<=[(,] ?)\w+(?=\??: )/g, '_')

const renameIn = (text: string, old: string, name: string) => text.replaceAll(new RegExp(`\\b${old}\\b`, 'g'), name)

/** `request/api ApiError`; a statement without a name is named by its text. */
function pieceName(file: string, text: string): string {
  const [, name] =
    /^(?:export )?(?:declare )?(?:abstract )?(?:function|const|let|class|interface|type) (\w+)/.exec(text) ?? []
  return `${file.replace(/\.d\.ts$/, '')} ${name ?? text}`
}

/** Returns the statements of a file of declarations, each on one line. A statement begins at a line without indent. */
export function listStatements(declarations: string): string[] {
  return declarations
    .split(/\n(?=[a-z])/)
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '' && text !== 'export {};' && !/^import .*['"];$/.test(text))
}
