import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { firstEdition } from '@ultimate/events/language/edition.ts'
import getPort from 'get-port'
import { z } from 'zod'
import { CannotStart } from '../errors.ts'
import { describeWeakness } from './secret-strength.ts'

/** Everything that can be set from outside; see docs/operations.md. */
export interface Configuration {
  readonly port: number
  readonly host: string
  readonly databaseUrl: string | null
  /** Names the role that migrates, if `databaseUrl` names a role that only serves. */
  readonly databaseOwnerUrl: string | null
  readonly dataDir: string
  /** The folder in which released parts are unpacked, each into a folder of its own. */
  readonly partsDir: string
  readonly authSecret: string
  /** Signs the heads of the log: 32 bytes in base64url. */
  readonly logKey: string
  readonly firstTd: { readonly username: string; readonly email: string; readonly password: string | null }
  readonly gatePassword: string | null
  readonly smtpUrl: string | null
  /**
   * `on` if a bid counts only once its address is confirmed. `off-without-smtp` if neither EMAIL_CONFIRMATION nor the
   * mail server is set.
   */
  readonly emailConfirmation: 'on' | 'off' | 'off-without-smtp'
  /** The time that a visitor must be idle before one mail reports all that they did. */
  readonly mailQuietSeconds: number
  readonly siteUrl: string
  readonly trustProxy: boolean
  /** The text of REMOTES, which `parseRemotes` reads. */
  readonly remotes: string | null
  /** The time that `/readyz` answers 503 after SIGTERM before the port closes. */
  readonly drainSeconds: number
  /** A port for `/metrics` alone; null if `port` serves it. */
  readonly metricsPort: number | null
  readonly seed: 'demo' | null
  /** The year of the edition with which an empty database begins. */
  readonly edition: string
}

/** The settings of the environment. `readConfiguration` gives values to the secrets and the address that are null. */
export interface Settings extends Omit<Configuration, 'authSecret' | 'logKey' | 'siteUrl'> {
  readonly authSecret: string | null
  readonly logKey: string | null
  readonly siteUrl: string | null
}

export type Environment = Readonly<Record<string, string | undefined>>

const variables = (parts: readonly string[]) =>
  z.object({
    PORT: wholeNumber(65_535, 'has to be a whole number from 0 to 65535 (0 takes any free port)').default(3000),
    HOST: z
      .string()
      .refine((host) => isIP(host) > 0 || isHostName(host), 'has to be a host name or an address')
      .default('127.0.0.1'),
    DATABASE_URL: databaseAddress().optional(),
    DATABASE_OWNER_URL: databaseAddress().optional(),
    DATA_DIR: z.string().default('.data'),
    PARTS_DIR: z.string().optional(),
    AUTH_SECRET: z.string().min(8, 'has to have at least 8 characters; 32 random ones are good').optional(),
    LOG_KEY: z
      .string()
      .regex(/^[\w-]{43}$/, 'has to be what the file log-key holds: 32 bytes in base64url')
      .optional(),
    TD_USERNAME: z.string().max(254, 'has to have at most 254 characters').default('td'),
    TD_EMAIL: z
      .string()
      .regex(/^[^\s@]+@[^\s@]+$/, 'has to be an e-mail address')
      .default('td@localhost'),
    TD_PASSWORD: z
      .string()
      .min(6, 'has to have at least 6 characters')
      .max(1000, 'has to have at most 1000')
      .optional(),
    GATE_PASSWORD: z.string().optional(),
    SMTP_URL: buildUrlSchema(['smtp:', 'smtps:'], 'has to look like smtp://user:password@host:587').optional(),
    EMAIL_CONFIRMATION: z
      .enum(['on', 'off', 'true', 'false', '1', '0'], 'has to be on or off')
      .transform((text) => (['on', 'true', '1'].includes(text) ? 'on' : 'off'))
      .optional(),
    MAIL_QUIET_SECONDS: wholeNumber(3_600, 'has to be a whole number of seconds from 0 to 3600').default(60),
    SITE_URL: buildUrlSchema(['http:', 'https:'], 'has to look like https://example.org')
      .refine((text) => isOrigin(text), 'has to be an address without a path, like https://example.org')
      .transform((text) => new URL(text).origin)
      .optional(),
    TRUST_PROXY: z
      .enum(['true', 'false', '1', '0'], 'has to be true or false')
      .transform((text) => text === 'true' || text === '1')
      .default(false),
    REMOTES: z
      .string()
      .superRefine((text, context) => checkRemotes(text, parts, context))
      .optional(),
    DRAIN_SECONDS: wholeNumber(600, 'has to be a whole number of seconds from 0 to 600').default(0),
    METRICS_PORT: wholeNumber(65_535, 'has to be a whole number from 1 to 65535')
      .refine((port) => port > 0, 'has to be a whole number from 1 to 65535')
      .optional(),
    SEED: z.literal('demo', 'can only be demo').optional(),
    EDITION: z
      .string()
      .regex(/^\d{4}$/, 'has to be a year, like 2025')
      .default(firstEdition),
  })

/**
 * Reads the settings. `parts` are the parts that REMOTES may name.
 *
 * @throws CannotStart that names every wrong variable, but not its value, which may be secret
 */
export function parseSettings(env: Environment, parts: readonly string[]): Settings {
  // Compose files and shells pass an empty text where a variable is meant to be unset.
  const setVariables = Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value]] : []))
  const { data, error } = variables(parts).superRefine(checkTogether).safeParse(Object.fromEntries(setVariables))
  if (error) {
    const complaints = error.issues.map(({ path, message }) => `  ${path[0]?.toString()} ${message}`)
    throw new CannotStart(`The settings cannot be used:\n${complaints.join('\n')}`)
  }
  return {
    port: data.PORT,
    host: data.HOST,
    databaseUrl: data.DATABASE_URL ?? null,
    databaseOwnerUrl: data.DATABASE_OWNER_URL ?? null,
    dataDir: resolve(data.DATA_DIR),
    partsDir: resolve(data.PARTS_DIR ?? join(data.DATA_DIR, 'parts')),
    authSecret: data.AUTH_SECRET ?? null,
    logKey: data.LOG_KEY ?? null,
    firstTd: { username: data.TD_USERNAME, email: data.TD_EMAIL, password: data.TD_PASSWORD ?? null },
    gatePassword: data.GATE_PASSWORD ?? null,
    smtpUrl: data.SMTP_URL ?? null,
    emailConfirmation: data.EMAIL_CONFIRMATION ?? (data.SMTP_URL ? 'on' : 'off-without-smtp'),
    mailQuietSeconds: data.MAIL_QUIET_SECONDS,
    siteUrl: data.SITE_URL ?? null,
    trustProxy: data.TRUST_PROXY,
    remotes: data.REMOTES ?? null,
    drainSeconds: data.DRAIN_SECONDS,
    metricsPort: data.METRICS_PORT ?? null,
    seed: data.SEED ?? null,
    edition: data.EDITION,
  }
}

function checkRemotes(text: string, parts: readonly string[], context: z.RefinementCtx): void {
  for (const complaint of remoteComplaints(text, parts)) context.addIssue(complaint)
}

/** Checks variables against each other. */
function checkTogether(settings: z.infer<ReturnType<typeof variables>>, context: z.RefinementCtx): void {
  const { PORT, METRICS_PORT, AUTH_SECRET, TD_USERNAME, TD_EMAIL, TD_PASSWORD, SITE_URL, REMOTES = '' } = settings
  const complain = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  const password = TD_PASSWORD?.normalize('NFKC').trim().toLowerCase()
  if (password === TD_USERNAME.normalize('NFKC').toLowerCase() || (password && new Set(password).size === 1))
    complain('TD_PASSWORD', 'must not be the username or one repeated character')
  if (METRICS_PORT === PORT) complain('METRICS_PORT', 'has to differ from PORT')
  const names = [TD_USERNAME, TD_EMAIL, TD_EMAIL.split('@', 1)[0] ?? '']
  const weakness = AUTH_SECRET === undefined ? null : describeWeakness(AUTH_SECRET, names)
  if (weakness !== null) complain('AUTH_SECRET', `${weakness}; 32 random characters are good`)
  for (const part of SITE_URL?.startsWith('https:') ? insecureRemotes(REMOTES) : [])
    complain('REMOTES', `has to name an https address for ${part}, because SITE_URL is https and browsers refuse a mix`)
}

function wholeNumber(largest: number, complaint: string) {
  return z
    .string()
    .regex(/^\d{1,5}$/, complaint)
    .transform(Number)
    .refine((number) => number <= largest, complaint)
}

/** Returns whether the text is a host name. A text that ends in a number, like `10.0.1`, is a mistyped address. */
function isHostName(text: string): boolean {
  return /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text) && !/(^|\.)\d+$/.test(text)
}

function databaseAddress() {
  return buildUrlSchema(['postgres:', 'postgresql:'], 'has to look like postgres://user:password@host:5432/name')
}

function buildUrlSchema(protocols: readonly string[], complaint: string) {
  return z.string().refine((text) => isUrl(text, protocols), complaint)
}

function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol)
}

function isOrigin(text: string): boolean {
  // Another check complains about a text that is no URL.
  if (!URL.canParse(text)) return true
  const { pathname, search, hash, username } = new URL(text)
  return `${pathname}${search}${hash}${username}` === '/'
}

/**
 * Returns a warning for an https address without `TRUST_PROXY`. The backend serves only http, so there is a proxy.
 */
export function proxyWarning({ siteUrl, trustProxy }: Pick<Configuration, 'siteUrl' | 'trustProxy'>): string | null {
  if (trustProxy || new URL(siteUrl).protocol !== 'https:') return null
  return (
    'SITE_URL is https, so there is a proxy in front, but TRUST_PROXY is off: ' +
    'all visitors count as one network, and a limit that one of them reaches stops them all. ' +
    'Set TRUST_PROXY=true where the proxy writes X-Forwarded-For.'
  )
}

/** The location of a part, from the variable REMOTES. */
interface RemoteSetting {
  /** The part's manifest: an address, or a path of this site. */
  readonly manifest: string
  /** The pinned digest of the part's entry script, in the form of the `integrity` attribute; null if none is pinned. */
  readonly pin: string | null
}

/** Reads `<part>=<address>[#<digest>],<part>=<address>`. Parts that it does not name keep their built-in address. */
export function parseRemotes(text: string): Readonly<Record<string, RemoteSetting>> {
  return Object.fromEntries(
    text.split(',').map((entry) => {
      const [name = '', ...rest] = entry.split('=')
      const [manifest = '', ...pin] = rest.join('=').trim().split('#')
      return [name.trim(), { manifest, pin: pin.length > 0 ? pin.join('#') : null }]
    }),
  )
}

/** A whole digest in base64, because browsers ignore digests that they cannot read. */
const digest = /^(sha256-[\w+/]{43}=|sha384-[\w+/]{64}|sha512-[\w+/]{86}==)$/

/** Returns what is wrong with the setting, as the ends of sentences that begin with its name. */
function remoteComplaints(text: string, parts: readonly string[]): string[] {
  return Object.entries(parseRemotes(text)).flatMap(([part, { manifest, pin }]) => {
    if (!parts.includes(part)) return [`has to look like ${formatExample(parts)} with names of ${parts.join(', ')}`]
    const complaints = isAddress(manifest) ? [] : [`names no usable address for ${part}`]
    return pin === null || digest.test(pin)
      ? complaints
      : [...complaints, `pins no digest for ${part} that browsers know: it has to look like #sha384-… in base64`]
  })
}

const formatExample = (parts: readonly string[]): string =>
  parts
    .slice(0, 2)
    .map((part) => `${part}=https://…`)
    .join(',')

/** The parts whose addresses a browser refuses to load into a site that is served over https. */
function insecureRemotes(text: string): string[] {
  return Object.entries(parseRemotes(text)).flatMap(([part, { manifest }]) =>
    URL.canParse(manifest) && new URL(manifest).protocol === 'http:' ? [part] : [],
  )
}

function isAddress(text: string): boolean {
  if (text.startsWith('/')) return !text.startsWith('//')
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}

/**
 * Reads the settings, and adds what they leave open: secrets that are stored in `DATA_DIR`, a free port, and the
 * address that follows from the port. `parts` are the parts that REMOTES may name.
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

/** Returns the secret in the file, and makes the file at the first start. */
async function ensureSecret(dataDir: string, file: string, variable: string): Promise<string> {
  const path = join(dataDir, file)
  const readStored = () => readFile(path, 'utf8').catch(() => null)
  const stored = await readStored()
  if (stored !== null) return stored.trim()
  const draft = `${path}.${process.pid}`
  try {
    await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
    // The link fails if another backend has made the file meanwhile. Then both use that backend's secret.
    await link(draft, path).catch(() => {})
    const secret = await readStored()
    if (secret === null) throw new Error('it cannot be read')
    return secret.trim()
  } catch (cause) {
    throw new CannotStart(`The secret in ${path} cannot be stored. Make DATA_DIR writable, or set ${variable}.`, {
      cause,
    })
  } finally {
    await rm(draft, { force: true })
  }
}

/** Finds a port before anything is composed, because addresses in mails and the allowed origin contain it. */
async function freePort(host: string): Promise<number> {
  try {
    return await getPort({ host })
  } catch (cause) {
    throw new CannotStart(`HOST (${host}) is no address of this machine.`, { cause })
  }
}
