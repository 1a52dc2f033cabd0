import type { CommandContext } from '@ultimate/event-store/commands.ts'
import type { AnswerBody, Endpoint, ValidatedRequest } from '@ultimate/events/language/endpoint.ts'
import type { Topic } from '@ultimate/events/platform/api.ts'

/** One request, as handlers see it. Nothing here is Koa: only `platform/http` knows the server. */
export interface RequestContext {
  /** The signed-in user; null for visitors. Always set where the endpoint's permission demands a role. */
  readonly user: Principal | null
  /** The client's network address, for throttling only; never stored in events. */
  readonly address: string
  /** The name that the client gives itself; empty if it gives none. Never stored in events. */
  readonly userAgent: string
  /** Host and port that the request names; empty if it names none. The client may invent them. */
  readonly host: string
  /** The visitor's id, which follows from the secret `visitor` cookie; null without that cookie. */
  readonly visitorId: string | null
  /** True if an earlier request with this idempotency key was applied, and only its answer was lost. */
  readonly repeats: boolean
  /** The version that `If-Match` names, if any. */
  readonly expectedVersion: number | undefined
  /** Value of `Last-Event-ID`, for streams that can be resumed. */
  readonly lastEventId: string | undefined
  /** Reads the user anew, for answers that last long. Rejects once the token is no longer valid. */
  reauthenticate(): Promise<Principal | null>
  /** Goes with the command into the events' metadata. */
  readonly commandContext: CommandContext
  /**
   * An id for a new stream: random, or derived from the idempotency key, so that a retry after a crash aims at
   * the same stream.
   */
  newId(): string
  /** Sets an httpOnly cookie, which ends with the browser's session unless `maxAgeSeconds` is given. */
  setCookie(name: string, value: string, options: CookieOptions): void
  cookie(name: string): string | undefined
}

interface CookieOptions {
  readonly maxAgeSeconds?: number
  /** With `Strict`, no other site can cause a request with the cookie, not even by a link. Default: `Lax`. */
  readonly sameSite?: 'Lax' | 'Strict'
}

/** The outcome of a call, for modules that record attempts. Reads are reported only if they fail by a domain error. */
export interface CallOutcome {
  readonly endpoint: Endpoint
  /** The domain error; null if the call succeeded. */
  readonly error: { readonly code: string; readonly status: number } | null
  /** The client's network address; never stored as it is. */
  readonly address: string
  /** The validated request; its fields are undefined if the call failed before that. */
  readonly request: { readonly body: unknown }
  readonly commandContext: CommandContext
}
/** Must return at once and not throw: the answer has not been sent yet. */
export type AttemptWatcher = (attempt: CallOutcome) => void

export interface Answer<Body> {
  readonly status: number
  /**
   * The body, which must not change any more: an object that is answered again is not serialized again. A `Buffer`, or
   * what is `Streamed`, is sent unchanged and needs a `content-type` in `headers`.
   */
  readonly body: Body
  /** The version of what the body shows. It becomes the `ETag`, and is compared with `If-None-Match`. */
  readonly version?: number
  /**
   * The content from which the `ETag` of a read is made, for a body that also has something which changes constantly,
   * such as the server's clock. Default: the body.
   */
  readonly content?: object
  readonly headers?: Readonly<Record<string, string>>
}

export type Handler<E extends Endpoint> = (
  request: ValidatedRequest<E>,
  context: RequestContext,
) => Promise<Answer<AnswerBody<E>>>

/** An endpoint with its handlers, without their types, so that all routes fit into one list. */
export interface Route {
  readonly endpoint: Endpoint
  /** The module of the route, which answers name in `Server-Timing`. The platform's own routes have none. */
  readonly module?: string
  readonly handle: (request: unknown, context: RequestContext) => Promise<Answer<unknown>>
  /** Returns what the call's answer would be now; sent along with 412 `STALE`. */
  readonly answerIfStale?: (request: unknown, context: RequestContext) => Promise<Answer<unknown>>
}

/**
 * Builds a route. The server calls `handle` only with requests that the endpoint's schemas have validated. If
 * `If-Match` names an older version, `answerIfStale` reads what the caller should have known.
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
   * Present for a token that may only make calls which allow its role by name, not even those for everyone. It names
   * the one thing, such as a part, that these calls may be about.
   */
  readonly confinedTo?: string
  /** Present while the user may only make the calls that lift the restriction, and public ones as a visitor. */
  readonly isRestricted?: true
  /** The session of the token, if the token names one. */
  readonly session?: string
}

/** Finds the holder of a token, for every call with a token. */
export interface Authenticator {
  /**
   * Finds the holder as they are now, not as they were when the token was signed. Throws a `DomainError` with status
   * 401, such as INVALID_SIGNATURE, TOKEN_EXPIRED, TOKEN_REVOKED, SIGNED_OUT or USER_REMOVED.
   */
  authenticate(token: string): Promise<Principal>
  /** Finds the holder of a revoked token as well, only to repeat answers to calls that were made with it before. */
  formerUser(token: string): Promise<Principal>
  /** The live topic of changes that may end the validity of tokens. */
  readonly topic: Topic
}
