import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem, type as typeOfSystem } from 'node:os'
import { join } from 'node:path'
import { locatePackage } from '@ultimate/embedded-postgres/server-files.ts'
import { formatCells, heads, type Row } from './table.ts'

/** The page with all figures. The sections `Machine` and `Figures` are written by `npm run bench -- --save`. */
const pageFile = join(import.meta.dirname, '../docs/performance.md')

export interface Measured {
  readonly name: string
  readonly rows: readonly Row[]
  /** `2026-11-27` */
  readonly day: string
  /** The machine of the measurement, because the page may show figures of several machines. */
  readonly machine: string
}

/** Returns the page with the rows of this measurement replaced. `order` has the names of all measurements in order. */
export function withMeasured(page: string, measured: Measured, order: readonly string[]): string {
  const { name, rows, day, machine } = measured
  const withMachine = withRows(page, machines, { name, rows: [[day, machine]] }, order)
  return withRows(withMachine, figures, { name, rows: rows.map(formatCells) }, order)
}

/** A section that is a table, with the measurement in the first column. */
interface Table {
  readonly title: string
  readonly columns: readonly string[]
}

const machines: Table = { title: 'Machine', columns: ['measured on', 'machine'] }
const figures: Table = { title: 'Figures', columns: heads }

function withRows(
  page: string,
  { title, columns }: Table,
  { name, rows }: { readonly name: string; readonly rows: readonly (readonly string[])[] },
  order: readonly string[],
): string {
  const others = [...findSection(page, title).matchAll(/^\| `([\w-]+)` \|.*$/gm)]
    .map(([line, measurement = '']) => ({ line, measurement }))
    .filter(({ measurement }) => measurement !== name && order.includes(measurement))
  const measured = rows.map((cells) => ({ line: formatLine([`\`${name}\``, ...cells]), measurement: name }))
  const lines = order.flatMap((wanted) =>
    [...others, ...measured].filter(({ measurement }) => measurement === wanted).map(({ line }) => line),
  )
  const head = ['measurement', ...columns]
  return withSection(page, title, [formatLine(head), `|${'---|'.repeat(head.length)}`, ...lines].join('\n'))
}

const formatLine = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

/** Matches the text of a section, from below its heading to the next heading or the end. */
const sectionPattern = (title: string) => new RegExp(`(?<=^## ${title}\n)[\\s\\S]*?(?=\n## |$(?![\\s\\S]))`, 'm')

const findSection = (page: string, title: string): string => sectionPattern(title).exec(page)?.[0] ?? ''

function withSection(page: string, title: string, text: string): string {
  if (!sectionPattern(title).test(page)) throw new Error(`The page has no section ${title}`)
  return page.replace(sectionPattern(title), () => `${text}\n`)
}

async function describeMachine(): Promise<string> {
  const [{ model = 'unknown' } = {}] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const { version } = locatePackage()
  // The first two numbers of the package's version are the server's.
  const postgres = version.split('.', 2).join('.')
  return (
    `${cpus().length} cores (${model.trim()}), ${gigabytes} GB of memory, ${typeOfSystem()}, Node.js ` +
    `${process.versions.node}, PostgreSQL ${postgres}`
  )
}

/** Writes the rows that were just measured into docs/performance.md. */
export async function saveFigures(name: string, rows: readonly Row[], order: readonly string[]): Promise<void> {
  const measured = { name, rows, day: new Date().toISOString().slice(0, 10), machine: await describeMachine() }
  writeFileSync(pageFile, withMeasured(readFileSync(pageFile, 'utf8'), measured, order))
}
