import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart, type ProcessUser, type ServerFiles } from './server-files.ts'

/** The names that the process chooses. A data folder keeps the roles of its first start. */
export interface EmbeddedNames {
  /** The superuser: it owns the tables and migrates. */
  readonly superuser: string
  readonly servingRole: string
  /** The folder for a copy of the programs, to whose name their version is added. */
  readonly programs: string
}

/** Files in DATA_DIR with the passwords of the superuser and of the role that serves. */
const passwordFile = 'database-password'
const servingPasswordFile = 'database-serving-password'

/** The server's own environment, so that it gets no LANG, LC_*, PG* or HOME of the process that starts it. */
export const serverEnvironment = {
  TZ: 'UTC',
  LC_ALL: 'C',
  PATH: '/usr/bin:/bin',
  ...(process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot, PATH: process.env.PATH } : {}),
}

/**
 * Returns the data folder for the arguments of the server. A server of another user names its working folder instead: Node
 * enters that before it changes the user, so that the folders above may stay closed to that user.
 */
export const dataArgument = (folder: string, user: ProcessUser | null): string => (user ? '/proc/self/cwd' : folder)

interface ClusterPlace {
  readonly dataDir: string
  readonly user: ProcessUser | null
  readonly files: ServerFiles
  readonly superuser: string
}

/** Creates the database files in a partial folder, which is renamed at the end: the files are whole or absent. */
export async function createCluster(place: ClusterPlace): Promise<void> {
  const { dataDir, user } = place
  const folder = join(dataDir, 'postgres')
  const partial = join(dataDir, 'postgres.partial')
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { mode: 0o700 })
  if (user) await chown(partial, user.uid, user.gid)
  const password = randomBytes(32).toString('base64url')
  await writeFile(join(dataDir, passwordFile), password, { mode: 0o600, flush: true })
  await initdb(place, partial, password)
  await rename(partial, folder)
}

async function initdb(place: ClusterPlace, folder: string, password: string): Promise<void> {
  const { dataDir, user, files, superuser } = place
  // initdb of another user may not enter the folder of the password, so it gets the file as its open file number 3.
  const path = join(dataDir, `.${passwordFile}.${process.pid}`)
  await writeFile(path, password, { mode: 0o600 })
  if (user) await chown(path, user.uid, user.gid)
  const handle = await open(path, 'r')
  try {
    const child = spawn(
      files.initdb,
      [
        ['--pgdata', dataArgument(folder, user)],
        ['--username', superuser],
        ['--auth', 'scram-sha-256'],
        ['--pwfile', user ? '/dev/fd/3' : path],
        ['--encoding', 'UTF8'],
        ['--locale-provider', 'builtin'],
        ['--builtin-locale', 'C.UTF-8'],
        ['--locale', 'C'],
        '--no-instructions',
      ].flat(),
      {
        cwd: folder,
        env: serverEnvironment,
        stdio: ['ignore', 'pipe', 'pipe', handle.fd],
        ...(user ? { uid: user.uid, gid: user.gid } : {}),
      },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text))
    const [code] = await once(child, 'close')
    if (code !== 0 && /No space left on device|Disk quota exceeded/.test(output)) throw new Error('the disk is full.')
    if (code !== 0) throw new Error(`initdb could not make the database in ${folder}:\n${output.trim()}`)
  } finally {
    await handle.close()
    await rm(path, { force: true })
  }
}

/** Returns the password of the role that serves. Creates a missing one, which each start gives to the role. */
export async function ensureServingPassword(dataDir: string): Promise<string> {
  const stored = await readServingPassword(dataDir)
  if (stored) return stored
  const password = randomBytes(32).toString('base64url')
  const path = join(dataDir, servingPasswordFile)
  const draft = `${path}.partial`
  await writeFile(draft, password, { mode: 0o600, flush: true })
  await rename(draft, path)
  return password
}

/** Null where there is no such file. */
export async function readServingPassword(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, servingPasswordFile), 'utf8').catch(() => null)
  return text?.trim() || null
}

export async function readPassword(dataDir: string): Promise<string> {
  const path = join(dataDir, passwordFile)
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null)
    throw new CannotStart(
      `The database in DATA_DIR (${dataDir}) is there, but its password in ${path} cannot be read. ` +
        'Put that file back from a backup, or set DATA_DIR to an empty folder to begin anew.',
    )
  return text.trim()
}
