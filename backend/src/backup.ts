import { realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { openSession } from '@ultimate/event-store/session.ts'
import { type CommandSite, runCommand, withSite } from './command-line.ts'
import { fillEmptyFolder, type Manifest, writeBackup } from './platform/backup/backup.ts'
import { toPublicLogKey, writeKeys } from './platform/backup/keys-file.ts'
import { CannotStart } from './platform/errors.ts'
import { storedModules } from './platform/store.ts'

const help = `npm run backup -- <folder> --keys <file>
npm run backup -- --keys <file>

Writes the data of the site into an empty folder, while the site may go on serving, and the keys that open it into a
file elsewhere: keys of people, the key that signs the log, and the secret of links and sessions. The second form renews
the file of keys alone. Keep one such file, the newest: who is forgotten is then forgotten in every backup.

  --keys <file>  replaced where it exists
  --help         say this`

interface Target {
  readonly folder?: string | undefined
  readonly keys: string
}

/** Reads all tables in one snapshot. Statements of the owner have no time limit. */
const backUp = ({ folder, keys }: Target): Promise<number> =>
  withSite('back up', async ({ configuration, database, modules }: CommandSite) => {
    await refuseKeysInside(folder, keys)
    const write = () =>
      database.asOwner(async ({ sql }) => {
        const session = openSession(sql)
        try {
          await session.transaction('begin isolation level repeatable read read only', async (tx) => {
            const manifest =
              folder === undefined
                ? null
                : await writeBackup(tx, { folder, modules: storedModules(modules), log: toPublicLogKey(configuration) })
            const { people } = await writeKeys(tx, keys, configuration)
            process.stdout.write(formatReport(manifest, people, { folder, keys }))
          })
        } finally {
          await session.close()
        }
      })
    await (folder === undefined ? write() : fillEmptyFolder(folder, write))
    return 0
  })

/** Refuses keys in the backup: a stolen backup could be read, and its keys would open what was forgotten since. */
async function refuseKeysInside(folder: string | undefined, keys: string): Promise<void> {
  if (folder === undefined) return
  const [from, to] = await Promise.all([toRealPath(folder), toRealPath(keys)])
  const pathToKeys = relative(from, to)
  if (pathToKeys === '' || (pathToKeys !== '..' && !pathToKeys.startsWith(`..${sep}`)))
    throw new CannotStart(`${keys} lies in ${folder}. The keys belong where the backup does not go.`)
}

/** The real path, also of a file that does not exist yet. */
async function toRealPath(path: string): Promise<string> {
  const absolute = resolve(path)
  try {
    return await realpath(absolute)
  } catch {
    return dirname(absolute) === absolute ? absolute : join(await toRealPath(dirname(absolute)), basename(absolute))
  }
}

function formatReport(manifest: Manifest | null, people: number, { folder, keys }: Target): string {
  const rows = (manifest?.tables ?? []).filter(({ rows }) => rows > 0)
  const width = Math.max(0, ...rows.map(({ table }) => table.length))
  const lines = rows.map(({ table, rows: count }) => `  ${table.padEnd(width)}  ${count.toLocaleString('en-US')}\n`)
  const backup = manifest ? `The backup of ${manifest.at} is in ${folder}:\n${lines.join('')}` : ''
  return `${backup}The keys of ${people.toLocaleString('en-US')} subjects are in ${keys}. Keep them apart, and keep no older ones.\n`
}

await runCommand({ help, flags: { keys: { type: 'string' } }, maxWords: 1 }, ({ keys }, [folder]) =>
  keys === undefined ? null : backUp({ folder, keys }),
)
