import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '../errors.ts'

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** The file that marks an unfinished restore. It stays if the process or the machine ends during the restore. */
const locateMark = (dataDir: string) => join(dataDir, 'restore-unfinished')

/** Resolves to true if the folder holds the database of the embedded server. */
export const hasDatabase = (dataDir: string): Promise<boolean> => exists(join(dataDir, 'postgres'))

/** @throws CannotStart where a restore into the folder began and did not end, so that its data is not whole */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  if (await exists(locateMark(dataDir)))
    throw new CannotStart(
      `A restore into DATA_DIR (${dataDir}) did not finish, so its data is not whole. Remove that folder and restore again.`,
    )
}

/** Runs `restore`, which fills the folder. If the restore fails, the folder is as before. */
export function restoreInto<T>(dataDir: string, restore: () => Promise<T>): Promise<T> {
  return wholeOrNothing(dataDir, async () => {
    await writeFile(locateMark(dataDir), '', { flush: true })
    const restored = await restore()
    await rm(locateMark(dataDir))
    return restored
  })
}

/** Makes the folder if it is missing, and lets `work` fill it. If that fails, removes what was not there before. */
export async function wholeOrNothing<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const firstFolder = await mkdir(folder, { recursive: true, mode: 0o700 })
  const before = new Set(await readdir(folder))
  try {
    return await work()
  } catch (error) {
    const added = firstFolder
      ? [firstFolder]
      : (await readdir(folder)).filter((name) => !before.has(name)).map((name) => join(folder, name))
    for (const path of added) await rm(path, { recursive: true, force: true })
    throw error
  }
}
