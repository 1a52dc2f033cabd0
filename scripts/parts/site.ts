import type { ListedPart, PartError, Release } from '@ultimate/events/releases/api.ts'

export interface SiteAccess {
  readonly url: string
  /** Null before a sign-in. */
  readonly token: string | null
  /** Needed if the site is behind the testing gate. */
  readonly gatePassword?: string | undefined
}

/** Why a request failed, in the site's own words. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed'
}

/** The token of the user, who signs in for this one command. */
export async function signIn({ url, gatePassword }: Omit<SiteAccess, 'token'>, user: object): Promise<string> {
  return (await siteAt({ url, gatePassword, token: null }).signIn(user)).token
}

/** A running site, with the rights that the token gives. */
export function siteAt({ url, token, gatePassword }: SiteAccess) {
  let pass: Promise<string> | undefined
  const openGate = async (): Promise<string> => {
    if (gatePassword === undefined) return ''
    const answer = await sent('POST', '/api/gate', {
      headers: jsonType,
      body: JSON.stringify({ password: gatePassword }),
    })
    return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  }

  async function sent(method: string, path: string, request: RequestInit): Promise<Response> {
    const address = new URL(path, url).href
    const answer = await fetch(address, { method, ...request }).catch((cause: unknown) => {
      throw new RequestFailed(`There is no answer from ${url}. SITE_URL says where the site is.`, { cause })
    })
    if (answer.ok) return answer
    const { code, message, fields = {} } = await readError(answer)
    if (sessionCodes.has(code)) throw new RequestFailed(invalidToken)
    const more = Object.values(fields).filter((one) => one !== message)
    const hint = code === 'GATE_CLOSED' ? ['GATE_PASSWORD passes the gate.'] : []
    throw new RequestFailed([message, ...more, ...hint].join(' '))
  }

  async function call<Answer>(method: string, path: string, body?: FormData | object): Promise<Answer> {
    pass ??= openGate()
    const cookie = await pass
    const headers = { ...(token !== null && { authorization: `Bearer ${token}` }), ...(cookie && { cookie }) }
    if (body === undefined) return (await sent(method, path, { headers })).json() as Promise<Answer>
    const request =
      body instanceof FormData
        ? { headers, body }
        : { headers: { ...headers, ...jsonType }, body: JSON.stringify(body) }
    return (await sent(method, path, request)).json() as Promise<Answer>
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

/** Codes of the answers to people whose session is over, which mean nothing to a team with a token. */
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
