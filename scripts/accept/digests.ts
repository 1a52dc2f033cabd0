import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  currentDigest,
  digestsFile,
  findReadModels,
  judgeDigest,
  readDigests,
  withVersion,
} from '../../backend/src/across-modules/read-model-digests.fixture.ts'
import { root } from '../docs/declarations.ts'
import type { Accepted } from './accepted.ts'

/** Stores the digests of all read models, and raises the versions of those with other rows. */
export async function acceptDigests(): Promise<Accepted> {
  const paths = globSync('backend/src/*/read/**/*.view.ts', { cwd: root })
  const files = await Promise.all(paths.map(async (path) => [path, await import(join(root, path))] as const))
  const before = readDigests()
  const changes: string[] = []
  const digests = findReadModels(Object.fromEntries(files)).map(({ path, model }) => {
    const now = currentDigest(model)
    const change = judgeDigest(now, before[model.table])
    if (change === null) return [model.table, now] as const
    if (change.version !== now.version) {
      const file = join(root, path)
      writeFileSync(file, withVersion(readFileSync(file, 'utf8'), model.table, change.version))
      changes.push(`${path}: version ${change.version}, because ${model.table} ${change.because}`)
    } else changes.push(`${relative(root, digestsFile)}: ${model.table} ${change.because}`)
    return [model.table, { ...now, version: change.version }] as const
  })
  for (const table of Object.keys(before))
    if (digests.every(([name]) => name !== table))
      changes.push(`${relative(root, digestsFile)}: ${table} is gone. Name it in the module's retiredReadModels.`)
  const sorted = digests.toSorted(([one], [other]) => (one < other ? -1 : 1))
  if (changes.length > 0) writeFileSync(digestsFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
  return { changes, problems: [] }
}
