import type { AnswerBody, Endpoint, ValidatedRequest } from '@ultimate/events/language/endpoint.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import type { CommandContext } from '../event-store/commands.ts'

/** One request, as handlers see it. Nothing here is Koa: only `platform/http` knows the server. */
export interface RequestContext {
  /** The signed-in user; null for visitors. Always set where the endpoint's permission demands a role. */
  readonly user: User | null
  /** The client's network address, for throttling only; never stored in events. */
  readonly address: string
  readonly visitorId: string | null
  /** Version named by `If-Match`, if any. */
  readonly expectedVersion: number | undefined
  /** Goes with the command into the events' metadata. */
  readonly command: CommandContext
  /**
   * An id for a new stream: random, or derived from the idempotency key, so that a retry after a crash aims at
   * the same stream.
   */
  newId(): string
  setCookie(name: string, value: string, options: { maxAgeSeconds: number }): void
  cookie(name: string): string | undefined
}

export interface Answer<Body> {
  readonly status: number
  readonly body: Body
  /** Version of what is answered: becomes the `ETag`, and is compared with `If-None-Match`. */
  readonly version?: number
  readonly headers?: Readonly<Record<string, string>>
}

export interface Route<E extends Endpoint = Endpoint> {
  readonly endpoint: E
  // A method, not a property: routes of different endpoints must fit into one list.
  handle(request: ValidatedRequest<E>, context: RequestContext): Promise<Answer<AnswerBody<E>>>
}

export function route<const E extends Endpoint>(endpoint: E, handle: Route<E>['handle']): Route<E> {
  return { endpoint, handle }
}
