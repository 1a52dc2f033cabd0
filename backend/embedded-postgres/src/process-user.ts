import { readFile, stat } from 'node:fs/promises'
import { CannotStart } from './cannot-start.ts'

/** The account PostgreSQL runs as when we are root, which it refuses to be. */
export interface ProcessUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** The accounts in order of preference: other services may run as the last two, so `postgres` comes first. */
const candidates = ['postgres', 'nobody', 'daemon']

/**
 * Null where no change of user is needed. The owner of an existing data folder stays its owner.
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
