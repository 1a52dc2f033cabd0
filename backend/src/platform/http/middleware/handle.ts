import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Clock } from '../../clock.ts'
import { answerReply } from '../answer/answer-reply.ts'
import type { ErrorReplies } from '../answer/error-reply.ts'
import type { Reply } from '../answer/reply.ts'
import type { Answer, RequestContext, Route } from '../http-route.ts'
import type { RequestKeys } from '../idempotency/request-key.ts'
import type { Authenticator } from '../principal.ts'
import { requestContext } from '../request/context.ts'
import type { HttpContext, HttpMiddleware, RequestState } from '../state.ts'
import { requirePermission } from './authorise.ts'
import { authenticated } from './identify.ts'

export interface HandleParts {
  readonly authenticator: Authenticator
  readonly keys: RequestKeys
  readonly errorReply: ErrorReplies
  readonly clock: Clock
  /** Selects those of a request's stored events whose undo takes it back. */
  readonly undoable: (events: readonly RecordedEvent[]) => readonly RecordedEvent[]
  /** Returns the position up to which everything in the log is known to later reads; null where that is not known. */
  readonly position: () => number | null
  /** Cookies are for https alone. */
  readonly https: boolean
}

/** Calls the route's handler and leaves its answer as the reply. */
export function handle(route: Route, parts: HandleParts): HttpMiddleware {
  const { endpoint } = route
  return async (ctx) => {
    const { state, headers } = ctx
    const cookies: string[] = []
    const appended: RecordedEvent[] = []
    const reply = (answer: Answer<unknown>) =>
      answerReply(answer, {
        endpoint,
        ifNoneMatch: headers['if-none-match'],
        acceptEncoding: headers['accept-encoding']?.toString(),
        signedIn: state.user !== null,
        cookies,
      })
    const context = prepareContext(route, parts, ctx, { cookies, appended })
    if (endpoint.method === 'GET') addPositionHeader(state, parts.position())
    try {
      const handled = reply(await route.handle(state.request, context(expectedVersion(headers['if-match']))))
      state.reply = naming(state.user === null ? [] : parts.undoable(appended), handled)
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'STALE' || !route.current) throw error
      const now = await route.current(state.request, context(undefined))
      const { etag } = reply(now).headers
      state.reply = await parts.errorReply(error, { current: now.body, ...(etag ? { headers: { etag } } : {}) })
    }
  }
}

/** The positions of as many events as teams are removed at once fit into a header. */
const maxUndoable = 100

/** Names what a user has just done, for the “Undo” beside the word that it is done. */
function naming(undoable: readonly RecordedEvent[], reply: Reply): Reply {
  if (undoable.length === 0 || undoable.length > maxUndoable) return reply
  // Commands on several streams may be answered in another order than they are stored.
  const positions = undoable.map(({ metadata }) => metadata.position).toSorted((one, other) => one - other)
  return { ...reply, headers: { ...reply.headers, 'undo-positions': positions.join(', ') } }
}

/**
 * Adds the position of the log up to which an answer knows everything: a page whose live stream begins there has missed
 * nothing, and need not ask again.
 */
function addPositionHeader({ headers }: RequestState, position: number | null): void {
  if (position !== null) headers['x-log-position'] = String(position)
}

interface ReplyExtras {
  readonly cookies: string[]
  readonly appended: RecordedEvent[]
}

/** Apart, because an open live stream holds it, and with it what is in scope: not the whole request. */
function reauthentication({ endpoint }: Route, { authenticator }: HandleParts, authorization: string | undefined) {
  return async () => {
    const now = endpoint.ignoresToken ? null : await authenticated(authenticator, endpoint, authorization)
    requirePermission(endpoint.allow, now)
    return now
  }
}

function prepareContext(route: Route, parts: HandleParts, ctx: HttpContext, { cookies, appended }: ReplyExtras) {
  const { requestId, user, claim, repeats } = ctx.state
  const reauthenticate = reauthentication(route, parts, ctx.headers.authorization)
  return (version: number | undefined): RequestContext =>
    requestContext(
      ctx,
      {
        user,
        reauthenticate,
        correlationId: requestId,
        causationId: requestId,
        now: parts.clock.now(),
        expectedVersion: version,
        claim,
        repeats,
        newId: parts.keys.ids(claim),
        onAppended: (events) => void appended.push(...events),
        https: parts.https,
      },
      cookies,
    )
}

/** The version that `If-Match` names, with or without a content behind it. A tag that no version ever had cannot hold: that is `STALE` at once. */
function expectedVersion(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  const version = /^"v(\d{1,15})(?:\.[\w-]+)?"$/.exec(ifMatch.trim())?.[1]
  return version === undefined ? platformErrors.fail('STALE') : Number(version)
}
