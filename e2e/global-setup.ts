import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareFirstStart } from '@ultimate/backend/test-data-dir.ts'
import { templates } from './site.ts'

/** Prepares the data that all sites of a run start with; the function it returns removes them after the run. */
export default async function globalSetup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'site-templates-'))
  process.env[templates] = folder
  await Promise.all([prepareFirstStart(folder, 'first-td'), prepareFirstStart(folder, 'demo')])
  return () => rmSync(folder, { recursive: true, force: true })
}
