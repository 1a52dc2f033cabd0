import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { commandsFile, commandsPage } from '../docs/commands.ts'
import { root } from '../docs/declarations.ts'
import { architectureFile, menuTable, withMenu } from '../docs/menu.ts'
import { undoTable, undoTableFile } from '../docs/undo-table.ts'
import type { Accepted } from './accepted.ts'

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

/** The lines that only one of two pages has, those that go first. */
export function changedLines(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const lines = [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
  ]
  return lines.length === 0 && before !== after ? ['the same lines in another order'] : lines
}
