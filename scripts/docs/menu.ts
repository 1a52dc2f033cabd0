import { join } from 'node:path'
import type { Admission } from '../../events/src/platform/part.ts'
import { describeParts } from '../part-descriptions.ts'
import { root } from './declarations.ts'

export const architectureFile = join(root, 'docs/architecture.md')

const nameReaders = (readers: Admission): string =>
  typeof readers !== 'string' ? readers.join(', ') : readers === 'signed-in' ? 'all staff' : readers

/** The entries of all menus as the parts declare them, in the order of the menus. */
export async function menuTable(): Promise<string> {
  const pages = (await describeParts()).flatMap(({ description }) => description.pages)
  const entries = pages.flatMap(({ path, label, menu }) => (menu ? [{ path, label, ...menu }] : []))
  const groups = Map.groupBy(
    entries.toSorted((one, other) => one.order - other.order),
    ({ group }) => group,
  )
  const rows = [...groups.values()].flat()
  return [
    '| menu | entry | page | who sees it |',
    '|---|---|---|---|',
    ...rows.map((entry) => `| ${entry.group} | ${entry.label} | \`${entry.path}\` | ${nameReaders(entry.for)} |`),
  ].join('\n')
}

/** The page `docs/architecture.md` with this table of the menus in the place of its own. */
export const withMenu = (page: string, table: string): string =>
  page.replace(/^\| menu \|.*\n(\|.*\n)*/m, () => `${table}\n`)
