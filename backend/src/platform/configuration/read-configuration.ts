import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import getPort from 'get-port'
import { CannotStart } from '../errors.ts'
import { type Configuration, type Environment, parseSettings } from './configuration.ts'

/**
 * The environment's settings, with what they leave open settled: secrets that stay in `DATA_DIR`, a free port, and
 * the address that follows from the port. `parts` are those that REMOTES may name.
 *
 * @throws CannotStart with a message for people
 */
export async function readConfiguration(env: Environment, parts: readonly string[]): Promise<Configuration> {
  const settings = parseSettings(env, parts)
  await makeDataDir(settings.dataDir)
  const authSecret = settings.authSecret ?? (await ensureSecret(settings.dataDir, 'auth-secret', 'AUTH_SECRET'))
  const logKey = settings.logKey ?? (await ensureSecret(settings.dataDir, 'log-key', 'LOG_KEY'))
  const port = settings.port === 0 ? await freePort(settings.host) : settings.port
  return { ...settings, authSecret, logKey, port, siteUrl: settings.siteUrl ?? `http://localhost:${port}` }
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CannotStart(`DATA_DIR (${dataDir}) cannot be used: ${reason}`, { cause })
  }
}

/** Made at the first start; a link appears whole or not at all, so two that start at once end up with one secret. */
async function ensureSecret(dataDir: string, file: string, variable: string): Promise<string> {
  const path = join(dataDir, file)
  const readStored = () => readFile(path, 'utf8').catch(() => null)
  const found = await readStored()
  if (found !== null) return found.trim()
  const draft = `${path}.${process.pid}`
  try {
    await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
    await link(draft, path).catch(() => {})
    const made = await readStored()
    if (made === null) throw new Error('it cannot be read')
    return made.trim()
  } catch (cause) {
    throw new CannotStart(`The secret in ${path} cannot be stored. Make DATA_DIR writable, or set ${variable}.`, {
      cause,
    })
  } finally {
    await rm(draft, { force: true })
  }
}

/** Settled before anything is put together, because addresses in mails and the allowed origin carry it. */
async function freePort(host: string): Promise<number> {
  try {
    return await getPort({ host })
  } catch (cause) {
    throw new CannotStart(`HOST (${host}) is no address of this machine.`, { cause })
  }
}
