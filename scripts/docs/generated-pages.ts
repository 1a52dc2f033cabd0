import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { eventsOfModules } from '../../events/src/all-events.ts'
import type { Admission } from '../../events/src/platform/part.ts'
import type { Accepted } from '../accept.ts'
import { describeParts } from '../part-descriptions.ts'
import { commandsFile, commandsPage, root } from './commands.ts'

/** Writes the pages that are generated from the code. */
export async function acceptGeneratedPages(): Promise<Accepted> {
  const menu = await menuTable()
  const changes = [
    [commandsFile, commandsPage()],
    [undoTableFile, undoTable()],
    [architectureFile, withMenu(readFileSync(architectureFile, 'utf8'), menu)],
  ].flatMap(([file = '', page = '']) => {
    const lines = changedLines(readFileSync(file, 'utf8'), page)
    if (lines.length > 0) writeFileSync(file, page)
    return lines.map((line) => `${relative(root, file)}: ${line}`)
  })
  return { changes, problems: [] }
}

/** Returns the lines that only one of two pages has, the removed ones first. */
export function changedLines(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const lines = [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
  ]
  return lines.length === 0 && before !== after ? ['the same lines in another order'] : lines
}

export const undoTableFile = join(import.meta.dirname, '../../docs/undo.md')

const introduction = `# Undo

Every event is undone by new events that name it, or this page says why it can't be. Nothing is deleted. An undo appends
events of this table too, so it can be undone where they can. An event can be undone as long as what it changed is still as
it left it, the edition is the current one, and no person in it was forgotten. The TD undoes anything, others what they did
themselves. How undo works: [audit-and-undo.md](audit-and-undo.md#undo).

The definition of an event in \`events/src/<module>/events.ts\` says this, \`backend/src/<module>/undo.ts\` does it, and
\`npm run accept\` generates this page.
`

/** Returns the page `docs/undo.md`, which lists the undo of each event from its definition. */
export function undoTable(): string {
  const sections = Object.entries(eventsOfModules).map(([name, events]) => {
    const rows = Object.entries(events).map(([type, { undo = { why: '' } }]) =>
      'impossible' in undo ? `| \`${type}\` | no | ${undo.impossible} |` : `| \`${type}\` | yes | ${undo.effect} |`,
    )
    return [`## ${name}`, '', '| Event | Undo | How, or why not |', '|---|---|---|', ...rows].join('\n')
  })
  return `${introduction}\n${sections.join('\n\n')}\n`
}

const architectureFile = join(root, 'docs/architecture.md')

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

/** Returns the page `docs/architecture.md` with this table of the menus in place of the old one. */
export const withMenu = (page: string, table: string): string =>
  page.replace(/^\| menu \|.*\n(\|.*\n)*/m, () => `${table}\n`)
