import type { CommandContext } from '@ultimate/event-store/commands.ts'
import type { AnswerBody, Endpoint, ValidatedRequest } from '@ultimate/events/language/endpoint.ts'
import type { Topic } from '@ultimate/events/platform/api.ts'

/** One request, as handlers see it. Nothing here is Koa: only `platform/http` knows the server. */
export interface RequestContext {
  /** The signed-in user; null for visitors. Always set where the endpoint's permission demands a role. */
  readonly user: Principal | null
  /** The client's network address, for throttling only; never stored in events. */
  readonly address: string
  /** The name that the client gives itself; empty where it gives none. Never stored in events. */
  readonly userAgent: string
  /** Host and port that the request names, which may be any; empty where it names none. */
  readonly host: string
  /** Made from the `visitor` cookie, which is the secret; null without one. */
  readonly visitorId: string | null
  /** True where an earlier request with this idempotency key was applied, and only its answer was lost. */
  readonly repeats: boolean
  /** Version named by `If-Match`, if any. */
  readonly expectedVersion: number | undefined
  /** Value of `Last-Event-ID`, for streams that can be resumed. */
  readonly lastEventId: string | undefined
  /** Reads the user anew, for answers that last long; rejects once the token is no longer valid. */
  reauthenticate(): Promise<Principal | null>
  /** Goes with the command into the events' metadata. */
  readonly commandContext: CommandContext
  /**
   * An id for a new stream: random, or derived from the idempotency key, so that a retry after a crash aims at
   * the same stream.
   */
  newId(): string
  /** Sets an httpOnly cookie, which lasts as long as the pages do unless `maxAgeSeconds` is given. */
  setCookie(name: string, value: string, options: CookieOptions): void
  cookie(name: string): string | undefined
}

interface CookieOptions {
  readonly maxAgeSeconds?: number
  /** `Strict`: no other site can cause a request with it, not even by a link. `Lax` unless given. */
  readonly sameSite?: 'Lax' | 'Strict'
}

/** The outcome of a call, for modules that store what was tried: of reads only those that failed by a domain error. */
export interface Attempt {
  readonly endpoint: Endpoint
  /** The domain error; null where it was accepted. */
  readonly error: { readonly code: string; readonly status: number } | null
  /** The client's network address; never stored as it is. */
  readonly address: string
  /** The request as the endpoint's schemas made it; empty where it failed before. */
  readonly request: { readonly body: unknown }
  readonly commandContext: CommandContext
}
/** Must return at once and not throw: the answer has not been sent yet. */
export type AttemptWatcher = (attempt: Attempt) => void

export interface Answer<Body> {
  readonly status: number
  /**
   * The body, not to be changed any more: the same object, answered again, is not serialized again. A `Buffer` or what
   * is `Streamed` is sent as it is: give its `content-type` in `headers`.
   */
  readonly body: Body
  /** Version of what is answered: becomes the `ETag`, and is compared with `If-None-Match`. */
  readonly version?: number
  /**
   * The content that the `ETag` of a read names, where the body also holds something that changes constantly, such as
   * the server's clock; the body unless given.
   */
  readonly content?: object
  readonly headers?: Readonly<Record<string, string>>
}

export type Handler<E extends Endpoint> = (
  request: ValidatedRequest<E>,
  context: RequestContext,
) => Promise<Answer<AnswerBody<E>>>

/** An endpoint with what serves it, its types set aside so that all routes fit into one list. */
export interface Route {
  readonly endpoint: Endpoint
  /** The module it belongs to, which answers name in `Server-Timing`. The platform's own routes have none. */
  readonly module?: string
  readonly handle: (request: unknown, context: RequestContext) => Promise<Answer<unknown>>
  /** Returns what the call's answer would be now; sent along with 412 `STALE`. */
  readonly answerIfStale?: (request: unknown, context: RequestContext) => Promise<Answer<unknown>>
}

/**
 * The server calls `handle` only with a request that the endpoint's schemas have validated. Where `If-Match` may
 * be refused, `answerIfStale` loads what the caller should have known.
 */
export function route<const E extends Endpoint>(
  endpoint: E,
  handle: Handler<E>,
  options: { readonly answerIfStale?: Handler<E> } = {},
): Route {
  return { endpoint, handle: handle as Route['handle'], ...(options as Pick<Route, 'answerIfStale'>) }
}

/** The holder of a token, as far as the platform has to know them. */
export interface Principal {
  readonly id: string
  readonly full_name: string
  /** Compared with the roles that an endpoint allows; the platform knows none of them by name. */
  readonly role: string
  /**
   * Present for a token that may only make calls that name its role, and not even those that are open to everyone. A
   * call about one thing of several has to be about this one.
   */
  readonly confinedTo?: string
  /** Present while the user may only make the calls that lift the restriction; for all others they are a visitor. */
  readonly isRestricted?: true
  /** Names the session that the token belongs to, where it names one. */
  readonly session?: string
}

/** Finds the principal whose token this is; asked for every call that carries a token. */
export interface Authenticator {
  /**
   * The principal as they are now, not as they were when the token was signed. Throws a `DomainError` with status 401,
   * such as INVALID_SIGNATURE, TOKEN_EXPIRED, TOKEN_REVOKED, SIGNED_OUT or USER_REMOVED.
   */
  authenticate(token: string): Promise<Principal>
  /** Authenticates a revoked token as well, which only serves to answer again what was done with it before. */
  formerUser(token: string): Promise<Principal>
  /** The live topic of changes that may end the validity of tokens. */
  readonly topic: Topic
}
