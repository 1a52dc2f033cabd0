import { globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** A text of a file under `backend/src`, and what stands in its place in another release. */
export interface TextReplacement {
  readonly file: string
  readonly from: string
  readonly to: string
}

export interface Release {
  /** Its `backend/src`. */
  readonly source: string
  remove(): Promise<void>
}

const root = resolve(import.meta.dirname, '../../..')

/** Another release of the backend: a copy of the sources beside the same packages, with these changes. */
export async function anotherRelease(changes: readonly TextReplacement[]): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), 'ultimate-release-'))
  const packages = join(folder, 'node_modules')
  await mkdir(join(packages, '@ultimate'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@ultimate') await symlink(join(root, 'node_modules', name), join(packages, name))
  for (const file of globSync('{backend,backend/*,events}/package.json', { cwd: root })) {
    const { name } = JSON.parse(await readFile(join(root, file), 'utf8')) as { name: string }
    for (const part of ['src', 'package.json'])
      await cp(join(root, dirname(file), part), join(folder, dirname(file), part), { recursive: true })
    await symlink(join(folder, dirname(file)), join(packages, name))
  }
  await symlink(join(root, 'backend/node_modules'), join(folder, 'backend/node_modules'))
  const source = join(folder, 'backend/src')
  for (const { file, from, to } of changes) {
    const text = await readFile(join(source, file), 'utf8')
    if (!text.includes(from)) throw new Error(`${file} does not say "${from}"`)
    await writeFile(join(source, file), text.replace(from, to))
  }
  return { source, remove: () => rm(folder, { recursive: true, force: true }) }
}
