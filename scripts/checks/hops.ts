import type { Import } from '../test/importers.ts'

/** The files that a reader opens to follow one action from its button to the stored row and back. */
export interface HopList {
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

/** No import leads to where a request arrives, nor to the command handler, which routes get with the platform. */
const isGiven = (file: string) => /(-api|\/platform\/http\/app|\/append\/command-handler)\.ts$/.test(file)

/** Files of a list that neither import an earlier one nor are imported by one: on the way to each, a file is missing. */
export function findGaps(files: readonly string[], imports: readonly Import[]): string[] {
  const linked = new Set(imports.flatMap(({ from, to, isTypeOnly }) => (isTypeOnly ? [] : [`${from} ${to}`])))
  return files.filter((file, index) => {
    const isLinked = (other: string) => linked.has(`${file} ${other}`) || linked.has(`${other} ${file}`)
    return index > 0 && !isGiven(file) && !files.slice(0, index).some(isLinked)
  })
}
