import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Builds whose files stay: pages that were open before a deployment go on loading their own chunks. */
const kept = 3

/** Notes the files of the newest build of this folder and removes hashed files that only older builds used. */
export function retire(folder: string, files: readonly string[]): void {
  const record = join(folder, '.builds.json')
  const builds = [files, ...readRecord(record)].slice(0, kept)
  writeFileSync(record, JSON.stringify(builds))
  const used = new Set(builds.flat())
  for (const file of globSync(['js/*', 'css/*', 'assets/*'], { cwd: folder })) {
    if (!used.has(file.replace(/\.(br|gz)$/, ''))) rmSync(join(folder, file), { force: true })
  }
}

function readRecord(record: string): string[][] {
  try {
    return JSON.parse(readFileSync(record, 'utf8'))
  } catch {
    return []
  }
}
