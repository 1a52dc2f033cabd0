import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Makes the folder where it is missing, and lets `work` fill it. Where that fails, what was not there before goes. */
export async function wholeOrNothing<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  const before = new Set(await readdir(folder))
  try {
    return await work()
  } catch (error) {
    const added = made
      ? [made]
      : (await readdir(folder)).filter((name) => !before.has(name)).map((name) => join(folder, name))
    for (const path of added) await rm(path, { recursive: true, force: true })
    throw error
  }
}
