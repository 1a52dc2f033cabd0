import { DomainError, type ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import type { Endpoint, Method } from '@ultimate/events/language/endpoint.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import type { Context } from 'koa'
import type { Clock } from '../clock.ts'
import { answerReply } from './answer-reply.ts'
import type { Authenticator } from './authenticator.ts'
import { currentOrFormerUser } from './ended-token.ts'
import type { Failures } from './failures.ts'
import { formsAtOnce, inTurns } from './form-turns.ts'
import { type Gate, gateCookie } from './gate.ts'
import type { Idempotency } from './idempotency.ts'
import type { Claim } from './idempotency-rows.ts'
import { bearerToken, requirePermission } from './identity.ts'
import type { Limited } from './limited.ts'
import { explained } from './misfit.ts'
import { networkOf } from './network-of.ts'
import type { Trace } from './observation.ts'
import { expectedVersion } from './preconditions.ts'
import type { Reply } from './reply.ts'
import { ClientGone, parseJson, readBody } from './request-body.ts'
import { requestContext, visitorOf } from './request-context.ts'
import { bodyOf, inOwnWords, paramsOf, queryOf } from './request-fields.ts'
import { readForm } from './request-form.ts'
import type { RequestKeys } from './request-key.ts'
import type { Answer, RequestContext, Route } from './route.ts'
import type { Match, Place, RouteTable } from './route-table.ts'

export interface ApiParts {
  readonly table: RouteTable
  readonly registry: ErrorRegistry
  readonly failures: Failures
  readonly gate: Gate
  readonly authenticator: Authenticator
  readonly idempotency: Idempotency
  readonly keys: RequestKeys
  readonly limited: Limited
  readonly clock: Clock
  readonly secureCookies: boolean
  /** Whether another release holds the database. */
  readonly isFencedOff: () => Promise<boolean>
}

interface Call {
  readonly context: Context
  readonly trace: Trace
  readonly route: Route
  readonly params: Match['params']
  readonly user: User | null
  /** Stands unless this is the repetition of a request that was accepted. */
  readonly revoked: DomainError | null
  readonly reauthenticate: () => Promise<User | null>
}

/** From a request under /api to its answer: gate, route, role, fields, key, limit, handler, in this order. */
export function api(parts: ApiParts): (context: Context, trace: Trace) => Promise<Reply> {
  const { table, failures, gate, authenticator } = parts
  const forms = inTurns(formsAtOnce)

  async function identify(context: Context, { endpoint }: Route): Promise<User | null> {
    const token = endpoint.ignoresToken ? null : bearerToken(context.headers.authorization)
    // A bad token is refused on public calls too, so that a page notices that its session has ended.
    const user = token === null ? null : await authenticator.authenticate(token)
    requirePermission(endpoint.allow, user)
    return user
  }

  async function respond(context: Context, trace: Trace): Promise<Reply> {
    const match = table.find(context.path)
    const method = context.method === 'HEAD' ? 'GET' : context.method
    const route = match?.place.routes[method as Method]
    trace.route = match?.place.template ?? 'unknown'
    if (gate.enabled && !route?.endpoint.beforeGate && !gate.isOpen(context.cookies.get(gateCookie)))
      platformErrors.fail('GATE_CLOSED')
    if (!match) return platformErrors.fail('NOT_FOUND')
    if (!route) return otherMethod(method, match.place, failures)
    const reauthenticate = () => identify(context, route)
    const { user, revoked } = await currentOrFormerUser(reauthenticate, authenticator, context, route.endpoint)
    trace.userId = user?.id ?? null
    const call: Call = { context, trace, route, params: match.params, user, revoked, reauthenticate }
    if (method === 'GET')
      return perform(
        parts,
        call,
        validated(parts, call, () => undefined),
        unkeyed,
      )
    return route.endpoint.form ? forms(() => write(parts, call)) : write(parts, call)
  }

  return async (context, trace) => {
    try {
      return await respond(context, trace)
    } catch (error) {
      if (error instanceof ClientGone) throw error
      return failures.reply(await explained(error, parts.isFencedOff))
    }
  }
}

/** What the fields do not allow is refused before anything is looked up or kept. */
async function write(parts: ApiParts, call: Call): Promise<Reply> {
  const { context, route, user } = call
  const { method, path, url } = context
  const { form } = route.endpoint
  const { contents, sent } = await (form ? sentForm(parts, call, form) : sentJson(call))
  const header = context.headers['idempotency-key']?.toString()
  const claim = parts.keys.claim(header, { user, visitorId: visitorOf(context), method, path, url, body: contents })
  if (call.revoked && !(claim && (await parts.idempotency.isAccepted(claim)))) throw call.revoked
  const request = validated(parts, call, sent)
  const { endpoint } = route
  let giveBack = async (): Promise<void> => undefined
  const limited = (work: () => Promise<Reply>) =>
    user ? work() : parts.limited({ endpoint, address: context.ip, body: request.body }, work, (it) => (giveBack = it))
  if (!claim) return limited(() => perform(parts, call, request, unkeyed))
  const requester = { id: user?.id ?? networkOf(context.ip), onRepetition: () => giveBack() }
  return parts.idempotency.once(claim, requester, async (repeats) => {
    const work = () => perform(parts, call, request, { claim, repeats })
    try {
      return await (repeats ? work() : limited(work))
    } catch (error) {
      return parts.failures.reply(await explained(error, parts.isFencedOff))
    }
  })
}

/** A body that has been read: what tells it from others, and what it says once it is validated. */
interface Sent {
  readonly contents: Buffer
  readonly sent: () => unknown
}

async function sentJson({ context, route }: Call): Promise<Sent> {
  const contents = await readBody(context)
  return { contents, sent: () => bodyOf(route.endpoint, parseJson(context.req, contents)) }
}

type Form = NonNullable<Endpoint['form']>

async function sentForm({ registry }: ApiParts, { context, route: { endpoint } }: Call, form: Form): Promise<Sent> {
  const tooLarge = () => inOwnWords('TOO_LARGE', endpoint, registry)
  const { fields, contents } = await readForm(context, form, tooLarge)
  return { contents, sent: () => bodyOf(endpoint, fields) }
}

interface Validated {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

function validated({ registry }: ApiParts, { context, route, params }: Call, sent: () => unknown): Validated {
  const { endpoint } = route
  return {
    params: paramsOf(endpoint, params, registry),
    query: endpoint.query ? queryOf(endpoint, new URLSearchParams(context.querystring)) : undefined,
    body: sent(),
  }
}

interface Keyed {
  readonly claim: Claim | null
  /** The events of an earlier request with this key are stored already; its answer was lost. */
  readonly repeats: boolean
}

const unkeyed: Keyed = { claim: null, repeats: false }

async function perform(parts: ApiParts, call: Call, request: Validated, { claim, repeats }: Keyed): Promise<Reply> {
  const { context, trace, route, user } = call
  const { endpoint } = route
  const cookies: string[] = []
  const withVersion = (version: number | undefined): RequestContext =>
    requestContext(
      context,
      {
        user,
        reauthenticate: call.reauthenticate,
        correlationId: trace.requestId,
        causationId: trace.requestId,
        now: parts.clock.now(),
        expectedVersion: version,
        claim,
        repeats,
        newId: parts.keys.ids(claim),
        secure: parts.secureCookies,
      },
      cookies,
    )
  const reply = (answer: Answer<unknown>) =>
    answerReply(answer, {
      endpoint,
      ifNoneMatch: context.headers['if-none-match'],
      acceptEncoding: context.headers['accept-encoding']?.toString(),
      signedIn: user !== null,
      cookies,
    })
  try {
    return reply(await route.handle(request, withVersion(expectedVersion(context.headers['if-match']))))
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'STALE' || !route.current) throw error
    const now = await route.current(request, withVersion(undefined))
    const { etag } = reply(now).headers
    return parts.failures.reply(error, { current: now.body, ...(etag ? { headers: { etag } } : {}) })
  }
}

function otherMethod(method: string, { routes }: Place, failures: Failures): Reply {
  const known = Object.keys(routes).flatMap((it) => (it === 'GET' ? ['GET', 'HEAD'] : [it]))
  const allow = [...known, 'OPTIONS'].join(', ')
  if (method === 'OPTIONS') return { status: 204, headers: { allow, 'cache-control': 'no-store' }, body: null }
  return failures.reply(platformErrors.error('METHOD_NOT_ALLOWED'), { headers: { allow } })
}
