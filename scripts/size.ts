import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Import } from './test/importers.ts'

/**
 * `npm run size`: prints the lines and files of production code by area. Prints also the files that a reader opens to
 * follow one action, as `docs/architecture.md` lists them.
 */

const root = join(import.meta.dirname, '..')

/** Files that only tests and benches run. */
const notProduction =
  /\.spec\.|\.fixture\.|\/fixtures?\/|\/test\/|\/test-[^/]+$|^(e2e|bench)\/|(^|\/)vitest\.|playwright\.config|stryker/
const code = /\.(ts|tsx|css|js|mjs)$/

/** The first two folders of the backend and the kit, which are large, and the first of all others. */
function findArea(file: string): string {
  const [, nested] = /^((?:backend|events|shell)\/(?:src\/[^/]+|[^/]+)(?=\/))/.exec(file) ?? []
  return nested ?? (file.includes('/') ? file.slice(0, file.indexOf('/')) : 'configuration')
}

export interface Size {
  readonly files: number
  readonly lines: number
}

/** Returns the sizes by area, the largest first. `read` returns the text of a file. */
export function measureSizes(files: readonly string[], read: (file: string) => string): [area: string, size: Size][] {
  const sizes = new Map<string, Size>()
  for (const file of files.filter((path) => code.test(path) && !notProduction.test(path))) {
    const area = findArea(file)
    const { files: before, lines } = sizes.get(area) ?? { files: 0, lines: 0 }
    sizes.set(area, { files: before + 1, lines: lines + read(file).split('\n').length - 1 })
  }
  return [...sizes].toSorted(([, one], [, other]) => other.lines - one.lines)
}

/** Returns a line for each list, and a line for each of its files. */
export const hopLines = (page: string): string[] =>
  hopLists(page).flatMap(({ action, counts, files }) => [
    '',
    `${action} (${counts})`,
    ...files.map((file) => `  ${file}`),
  ])

/** The files that a reader opens to follow one action from its button to the stored row and back. */
interface HopList {
  readonly action: string
  readonly files: readonly string[]
  /** The number of files, and how many of them are the domain's. */
  readonly counts: string
  /** The same as the page states them. */
  readonly stated: string
}

const isOfDomain = (file: string) => /^(mfe-\w+|(events|backend)\/src\/(tournament|dinner|staff|releases))\//.test(file)

/** The lists of `docs/architecture.md`. */
export function hopLists(page: string): HopList[] {
  const [, section = ''] = page.split('\n## Files by action\n')
  const [lists = ''] = section.split('\n## ')
  return [...lists.matchAll(/^- (.+?) \((.+?); target .+?\): (.+)$/gm)].map(
    ([, action = '', stated = '', links = '']) => {
      const files = [...links.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file = '']) => file)
      return { action, files, stated, counts: `${files.length}, of the domain ${files.filter(isOfDomain).length}` }
    },
  )
}

/** No import leads to these: endpoints are called by path, and the command handler and events are given as arguments. */
const isGiven = (file: string) => /(-api|\/events|\/platform\/http\/app|\/append\/command-handler)\.ts$/.test(file)

/** Finds files of a list that no import links to an earlier file. Before each of them, the list lacks a file. */
export function findGaps(files: readonly string[], imports: readonly Import[]): string[] {
  const linked = new Set(imports.flatMap(({ from, to, isTypeOnly }) => (isTypeOnly ? [] : [`${from} ${to}`])))
  return files.filter((file, index) => {
    const isLinked = (other: string) => linked.has(`${file} ${other}`) || linked.has(`${other} ${file}`)
    return index > 0 && !isGiven(file) && !files.slice(0, index).some(isLinked)
  })
}

if (import.meta.main) {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const sizes = measureSizes(tracked, (file) => readFileSync(join(root, file), 'utf8'))
  const total = (key: keyof Size) => sizes.reduce((sum, [, size]) => sum + size[key], 0)
  const rows: [string, Size][] = [...sizes, ['all', { files: total('files'), lines: total('lines') }]]
  for (const [area, { files, lines }] of rows)
    console.log(`${area.padEnd(28)}${String(files).padStart(6)} files${String(lines).padStart(8)} lines`)
  for (const line of hopLines(readFileSync(join(root, 'docs/architecture.md'), 'utf8'))) console.log(line)
}
