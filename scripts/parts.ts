import type { ListedPart, PartError, Release } from '@ultimate/events/releases/api.ts'
import { archived, filesOfBuild, parseVersion, UsageError, versionIn } from './archive.ts'

/** `npm run parts`: lists and changes which releases of parts a running site shows. */
export const help = `npm run parts -- <command>

  list                             the parts, what is live, and their releases
  add <name>                       a part that the site has not had yet
  release <name> <folder>          the built folder, such as dist/dinner; no visitor gets it yet
  release <name> <address>         the same of an mf-manifest.json on another origin
  activate <name>@<version>        for all visitors
  canary <name>@<version> <1..99>  for so many visitors of a hundred
  rollback <name>                  ends a canary, or leads back to what was live before
  errors <name>                    the last errors of each version, with their places in the sources
  token <name>                     issues a release token for the part's team; it is shown once

SITE_URL is where the site is (http://localhost:3000 unless it is set), RELEASE_TOKEN a release token of the part's
team, GATE_PASSWORD the test password of a site behind the testing gate. A TD, who issues tokens and adds parts, sets
TD_USERNAME and TD_PASSWORD instead, and TD_CODE with a second factor.`

type Environment = Readonly<Record<string, string | undefined>>

/** Runs a command, and resolves to the text that reports its success. */
export async function runParts(words: readonly string[], env: Environment): Promise<string> {
  const [command, subject = '', last] = words
  const { SITE_URL: url = 'http://localhost:3000', GATE_PASSWORD: gatePassword } = env
  const wordCounts = { list: 1, add: 2, release: 3, activate: 2, canary: 3, rollback: 2, errors: 2, token: 2 }
  if (wordCounts[command as keyof typeof wordCounts] !== words.length) throw new UsageError(help)
  if (!URL.canParse(url))
    throw new UsageError(`SITE_URL is ${url}, which is no address such as https://turkey.example.org.`)
  const site = siteAt({ url, token: await obtainToken(env, { url, gatePassword }), gatePassword })
  switch (command) {
    case 'list':
      return (await site.list()).parts.map(describePart).join('\n\n')
    case 'add':
      return `Added ${(await site.add(subject)).part.name}.`
    case 'release':
      return release(site, subject, last ?? '')
    case 'errors':
      return describeErrors(subject, (await site.errors(subject)).errors)
    case 'token':
      return (await site.issueToken(subject)).token
    case 'rollback':
      return describeState((await site.rollBack(subject)).part)
    default: {
      const [name, version] = parseRelease(subject)
      const percent = command === 'canary' ? parsePercent(last) : undefined
      return describeState((await site.activate(name, version, percent)).part)
    }
  }
}

function obtainToken(
  env: Environment,
  at: { url: string; gatePassword: string | undefined },
): string | Promise<string> {
  const { RELEASE_TOKEN: token, TD_USERNAME: username, TD_PASSWORD: password, TD_CODE: code } = env
  if (username && password) return signIn(at, { username, password, ...(code && { code }) })
  if (token) return token
  throw new UsageError('RELEASE_TOKEN is not set: a TD issues one for each part with npm run parts -- token <name>.')
}

async function release(site: ReturnType<typeof siteAt>, name: string, from: string): Promise<string> {
  const isAddress = /^https?:\/\//.test(from)
  const version = isAddress ? parseVersion(await fetchText(from), from) : versionIn(from)
  const { release: released } = isAddress
    ? await site.releaseElsewhere(name, version, from)
    : await site.release(name, version, await archived(from, filesOfBuild(from)))
  return `Released ${name}@${released.version} (${formatSize(released.size)}). No one gets it yet: npm run parts -- activate ${name}@${released.version}`
}

async function fetchText(address: string): Promise<string> {
  const answer = await fetch(address).catch(() => null)
  if (!answer?.ok) throw new UsageError(`There is no manifest at ${address}: ${answer?.status ?? 'no answer'}.`)
  return answer.text()
}

function parseRelease(text: string): [name: string, version: string] {
  const [name, version, ...more] = text.split('@')
  if (!name || !version || more.length > 0) throw new UsageError(`${text} should look like dinner@1.4.0.`)
  return [name, version]
}

function parsePercent(text = ''): number {
  if (!/^[1-9]\d?$/.test(text)) throw new UsageError('A canary has from 1 to 99 percent of the visitors.')
  return Number(text)
}

/** Describes in a line what visitors get. */
export function describeState({ name, live, since, by, canary, previous }: ListedPart): string {
  const changed = since === null ? '' : `since ${formatMoment(since)}${by === null ? '' : ` by ${by}`}`
  const facts = [
    live === null ? 'nothing live yet' : [live, 'live', changed].filter(Boolean).join(' '),
    ...(canary ? [`canary ${canary.version} for ${canary.percent} % of the visitors`] : []),
    ...(previous ? [`before: ${previous}`] : []),
  ]
  return `${name}: ${facts.join('; ')}`
}

export function describePart(part: ListedPart): string {
  const failed = new Map(part.errors.map(({ version, count }) => [version, count]))
  const lines = part.releases.map((release) => {
    const note = release.isHeldBack ? `  not live: ${part.live} stays live until you activate this one` : ''
    return `  ${describeRelease(release, failed.get(release.version) ?? 0)}${note}`
  })
  return [describeState(part), ...lines].join('\n')
}

function describeRelease({ version, at, by, contract, needs, size }: Release, failures: number): string {
  const needed = Object.entries(needs).map(([module, range]) => `${module} ${range}`)
  return [
    version.padEnd(12),
    formatMoment(at),
    by ?? 'came with the site',
    formatSize(size),
    `contract ${contract}`,
    ...(needed.length > 0 ? [`needs ${needed.join(', ')}`] : []),
    ...(failures > 0 ? [`${failures} ${failures === 1 ? 'error' : 'errors'}`] : []),
  ].join('  ')
}

export function describeErrors(name: string, errors: readonly PartError[]): string {
  if (errors.length === 0) return `No page has reported an error of ${name}.`
  const entries = errors.map(({ version, message, stack, count, previews, lastAt }) => {
    const times = [count > 0 && `${count} by visitors`, previews > 0 && `${previews} in previews`].filter(Boolean)
    return [
      `${name}@${version}  ${formatMoment(lastAt)}  ${times.join(', ')}`,
      `  ${message}`,
      ...stack.map((at) => `    at ${at}`),
    ]
  })
  return entries.map((lines) => lines.join('\n')).join('\n\n')
}

const formatMoment = (at: string): string => at.slice(0, 16).replace('T', ' ')
const formatSize = (bytes: number): string => `${Math.ceil(bytes / 1024)} KB`

interface SiteAccess {
  readonly url: string
  /** Null before a sign-in. */
  readonly token: string | null
  /** Needed if the site is behind the testing gate. */
  readonly gatePassword?: string | undefined
}

/** The message is in the site's own words. */
class RequestFailed extends Error {
  override readonly name = 'RequestFailed'
}

/** Signs the user in for this one command, and returns their token. */
async function signIn({ url, gatePassword }: Omit<SiteAccess, 'token'>, user: object): Promise<string> {
  return (await siteAt({ url, gatePassword, token: null }).signIn(user)).token
}

/** A running site, with the rights that the token gives. */
function siteAt({ url, token, gatePassword }: SiteAccess) {
  let pass: Promise<string> | undefined
  const openGate = async (): Promise<string> => {
    if (gatePassword === undefined) return ''
    const answer = await send('POST', '/api/gate', {
      headers: jsonType,
      body: JSON.stringify({ password: gatePassword }),
    })
    return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  }

  async function send(method: string, path: string, request: RequestInit): Promise<Response> {
    const address = new URL(path, url).href
    const answer = await fetch(address, { method, ...request }).catch((cause: unknown) => {
      throw new RequestFailed(`There is no answer from ${url}. SITE_URL says where the site is.`, { cause })
    })
    if (answer.ok) return answer
    const { code, message, fields = {} } = await readError(answer)
    if (sessionCodes.has(code)) throw new RequestFailed(invalidToken)
    const more = Object.values(fields).filter((text) => text !== message)
    const hint = code === 'GATE_CLOSED' ? ['GATE_PASSWORD passes the gate.'] : []
    throw new RequestFailed([message, ...more, ...hint].join(' '))
  }

  async function call<Answer>(method: string, path: string, body?: FormData | object): Promise<Answer> {
    pass ??= openGate()
    const cookie = await pass
    const headers = { ...(token !== null && { authorization: `Bearer ${token}` }), ...(cookie && { cookie }) }
    if (body === undefined) return (await send(method, path, { headers })).json() as Promise<Answer>
    const request =
      body instanceof FormData
        ? { headers, body }
        : { headers: { ...headers, ...jsonType }, body: JSON.stringify(body) }
    return (await send(method, path, request)).json() as Promise<Answer>
  }

  const post = <Answer>(name: string, action: string, body?: FormData | object) =>
    call<Answer>('POST', `/api/parts/${encodeURIComponent(name)}/${action}`, body)
  return {
    signIn: (user: object) => call<{ token: string }>('POST', '/api/auth/login', user),
    list: () => call<{ parts: ListedPart[] }>('GET', '/api/parts'),
    add: (name: string) => call<{ part: ListedPart }>('POST', '/api/parts', { name }),
    release: (name: string, version: string, archive: Uint8Array) => {
      const form = new FormData()
      form.set('version', version)
      form.set('archive', new File([new Uint8Array(archive)], `${name}-${version}.tar.gz`))
      return post<{ release: Release }>(name, 'releases', form)
    },
    releaseElsewhere: (name: string, version: string, manifest: string) =>
      post<{ release: Release }>(name, 'releases', { version, manifest }),
    activate: (name: string, version: string, percent?: number) =>
      post<{ part: ListedPart }>(name, 'activate', { version, ...(percent !== undefined && { percent }) }),
    rollBack: (name: string) => post<{ part: ListedPart }>(name, 'rollback'),
    errors: (name: string) => call<{ errors: PartError[] }>('GET', `/api/parts/${encodeURIComponent(name)}/errors`),
    issueToken: (name: string) => post<{ token: string }>(name, 'tokens'),
  }
}

/** Codes of answers whose messages are about sessions of people. They would not help a team with a token. */
const sessionCodes = new Set<string | undefined>([
  'NO_TOKEN',
  'INVALID_SIGNATURE',
  'TOKEN_EXPIRED',
  'TOKEN_REVOKED',
  'SIGNED_OUT',
])
const invalidToken =
  'RELEASE_TOKEN is not valid on this site: a TD issues a new one with npm run parts -- token <name>.'

const jsonType = { 'content-type': 'application/json' }

async function readError(answer: Response) {
  const otherwise = { message: `The site answered with ${answer.status}.` }
  return (await answer.json().catch(() => otherwise)) as {
    code?: string
    message: string
    fields?: Record<string, string>
  }
}

if (import.meta.main) {
  try {
    console.log(await runParts(process.argv.slice(2), process.env))
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof RequestFailed)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
