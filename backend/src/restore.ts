import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { partNames } from '@ultimate/events/platform/part.ts'
import { type CommandSite, runCommand, withSite } from './command-line.ts'
import { type Manifest, readManifest } from './platform/backup/backup.ts'
import { readKeys, type SiteSecrets, toPublicLogKey } from './platform/backup/keys-file.ts'
import { loadBackup } from './platform/backup/restore.ts'
import { parseSettings } from './platform/configuration/configuration.ts'
import { hasDatabase, refuseUnfinishedRestore, restoreInto } from './platform/database/unfinished-restore.ts'
import { CannotStart } from './platform/errors.ts'
import { storedModules } from './platform/store.ts'
import { endUnreadableAccounts, holdRemindersAfterRestore } from './staff/module.ts'

const help = `npm run restore -- <folder> [--keys <file>]

Fills an empty DATA_DIR, or the empty database of DATABASE_URL, with the backup in the folder, and makes all lists from
its events. Take the newest file of keys: who was forgotten after the backup stays forgotten. Without keys all that is
personal stays unreadable, and a new TD is made as at a first start.

  --keys <file>  as npm run backup wrote it
  --help         say this`

/** Without keys the personal data stays unreadable. */
async function restore(folder: string, keys: string | null): Promise<number> {
  const manifest = await readManifest(folder)
  const settings = parseSettings(process.env, partNames)
  const { dataDir, databaseUrl, databaseOwnerUrl } = settings
  await refuseUnfinishedRestore(dataDir)
  if (!(databaseUrl ?? databaseOwnerUrl) && (await hasDatabase(dataDir)))
    throw new CannotStart(`There is a database in DATA_DIR (${dataDir}) already. Restore into an empty one.`)
  const secrets = keys === null ? null : await readSecrets(keys, manifest)
  const load = ({ database, modules }: Pick<CommandSite, 'database' | 'modules'>) =>
    database.asOwner(({ sql, servingRole }) =>
      loadBackup(sql, { folder, manifest, keys, modules: storedModules(modules) }, servingRole),
    )
  return restoreInto(dataDir, async () => {
    if (secrets !== null) await storeSecrets(dataDir, secrets, settings)
    return withSite('restore', (site) => report(site, manifest), load)
  })
}

async function report({ platform }: CommandSite, { at, tables }: Manifest): Promise<number> {
  const ended = await endUnreadableAccounts(platform)
  const held = await holdRemindersAfterRestore(platform)
  const unreadable = await platform.people.unreadable()
  const events = tables.find(({ table }) => table === 'events')?.rows ?? 0
  const lines = [
    `The backup of ${at} is restored: ${events.toLocaleString('en-US')} events.`,
    ...(ended > 0 ? [`Accounts that ended, because no one can read whose they are: ${ended}.`] : []),
    ...(held > 0
      ? [`Reminders that are paused, because they may have been sent since: ${held}. A TD resumes them on /messages.`]
      : []),
    unreadable.length === 0
      ? 'Everything in it can be read.'
      : `Streams with data that no one can read: ${unreadable.length}.`,
    ...unreadable.slice(0, maxShownStreams).map((stream) => `  ${stream}`),
    ...(unreadable.length > maxShownStreams ? [`  and ${unreadable.length - maxShownStreams} more`] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return 0
}
const maxShownStreams = 50

/**
 * Reads the secrets from the file of keys.
 *
 * @throws CannotStart for keys of another site, or keys older than the backup: they would open what was forgotten since
 */
async function readSecrets(keys: string, manifest: Manifest): Promise<SiteSecrets> {
  const header = await readKeys(keys)
  if (toPublicLogKey(header) !== manifest.log) throw new CannotStart(`The keys in ${keys} are those of another site.`)
  if (header.at < manifest.at)
    throw new CannotStart(
      `The keys in ${keys} are older (${header.at}) than the backup (${manifest.at}): they would open what was ` +
        'forgotten in between, and miss who came later. Take those that were written with the backup, or newer ones.',
    )
  return header
}

/** Stores secrets in DATA_DIR that the settings do not name. They have to be there before the site first reads them. */
async function storeSecrets(
  dataDir: string,
  secrets: SiteSecrets,
  settings: { readonly authSecret: string | null; readonly logKey: string | null },
): Promise<void> {
  const wanted = [
    { file: 'auth-secret', variable: 'AUTH_SECRET', secret: secrets.authSecret, inSettings: settings.authSecret },
    { file: 'log-key', variable: 'LOG_KEY', secret: secrets.logKey, inSettings: settings.logKey },
  ]
  for (const { file, variable, secret, inSettings } of wanted) {
    const path = join(dataDir, file)
    const stored = inSettings ?? (await readFile(path, 'utf8').catch(() => null))?.trim() ?? null
    if (stored !== null && stored !== secret)
      throw new CannotStart(`${inSettings === null ? path : variable} is not the one of the keys. Unset or remove it.`)
    if (stored === null) await writeFile(path, `${secret}\n`, { mode: 0o600, flush: true })
  }
}

await runCommand({ help, flags: { keys: { type: 'string' } }, maxWords: 1 }, ({ keys = null }, [folder]) =>
  folder === undefined ? null : restore(folder, keys),
)
