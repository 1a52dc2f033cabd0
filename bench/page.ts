import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem, type as typeOfSystem } from 'node:os'
import { join } from 'node:path'
import { serverFiles } from '@ultimate/embedded-postgres/server-files.ts'
import { cellsOf, heads, type Row } from './table.ts'

/** The page with all figures. The sections `Machine` and `Figures` are written by `npm run bench -- --save`. */
const page = join(import.meta.dirname, '../docs/performance.md')

/** The page with these rows in place of the former ones of their measurement; `order` is that of all measurements. */
export function withFigures(page: string, name: string, rows: readonly Row[], order: readonly string[]): string {
  const others = [...sectionOf(page, 'Figures').matchAll(/^\| `([\w-]+)` \|.*$/gm)]
    .map(([line, measurement = '']) => ({ line, measurement }))
    .filter(({ measurement }) => measurement !== name && order.includes(measurement))
  const measured = rows.map((row) => ({ line: lineOf([`\`${name}\``, ...cellsOf(row)]), measurement: name }))
  const lines = order.flatMap((wanted) =>
    [...others, ...measured].filter(({ measurement }) => measurement === wanted).map(({ line }) => line),
  )
  const columns = ['measurement', ...heads]
  return withSection(page, 'Figures', [lineOf(columns), `|${'---|'.repeat(columns.length)}`, ...lines].join('\n'))
}

const lineOf = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

/** A section is all from its heading to the next one or the end. */
const sectionPattern = (title: string) => new RegExp(`(?<=^## ${title}\n)[\\s\\S]*?(?=\n## |$(?![\\s\\S]))`, 'm')

const sectionOf = (page: string, title: string): string => sectionPattern(title).exec(page)?.[0] ?? ''

function withSection(page: string, title: string, text: string): string {
  if (!sectionPattern(title).test(page)) throw new Error(`The page has no section ${title}`)
  return page.replace(sectionPattern(title), () => `${text}\n`)
}

async function machine(): Promise<string> {
  const [{ model = 'unknown' } = {}] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const { version } = await serverFiles(null)
  // Of the package's version, the server's is the first two numbers.
  const postgres = version.split('.', 2).join('.')
  const day = new Date().toISOString().slice(0, 10)
  return (
    `${cpus().length} cores (${model.trim()}), ${gigabytes} GB of memory, ${typeOfSystem()}, Node.js ` +
    `${process.versions.node}, PostgreSQL ${postgres}. Last measured on ${day}.`
  )
}

/** Puts what was measured into the page. */
export async function saveFigures(name: string, rows: readonly Row[], order: readonly string[]): Promise<void> {
  const text = withSection(readFileSync(page, 'utf8'), 'Machine', await machine())
  writeFileSync(page, withFigures(text, name, rows, order))
}
