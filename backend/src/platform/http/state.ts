import type { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { DefaultContext, Middleware, ParameterizedContext } from 'koa'
import type { Reply } from './answer/reply.ts'
import type { Principal } from './http-route.ts'
import type { Claim } from './idempotency-rows.ts'

/** A body that has been read. */
interface SentBody {
  /** Distinguishes this body from others under an idempotency key. */
  readonly contents: Buffer
  /** Parses the body. Called when the request is validated. */
  readonly parsed: () => unknown
}

/** `ctx.state` of every request: what each middleware leaves for those behind it. */
export interface RequestState {
  /** Identifies this request, made here. Events that follow from it carry it as their correlation. */
  readonly requestId: string
  /** The name in logs and metrics for a request that reaches no route. */
  kind: 'site' | 'probe'
  /** Headers of the answer, with each reply. Headers of the reply win. */
  headers: Record<string, string | readonly string[]>
  /** The signed-in user; null for visitors. */
  user: Principal | null
  /** Set if the token is not valid any more: then only repetitions of accepted requests are answered. */
  revoked: DomainError | null
  sent: SentBody | null
  /** The claim of the request's idempotency key; null without a key. */
  claim: Claim | null
  /** The events of an earlier request with this key are stored already; its answer was lost. */
  repeats: boolean
  /** Removes this request from the rate limits that have counted it. */
  uncount: () => Promise<void>
  /** The validated request. */
  request: ValidRequest
  /** The answer; null leaves it to Koa's own `ctx.body`. */
  reply: Reply | null
  /** The error that has become the reply, if any. */
  error: unknown
}

interface ValidRequest {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

export type HttpContext = ParameterizedContext<RequestState, DefaultContext>
export type HttpMiddleware = Middleware<RequestState, DefaultContext>

const nothing = { params: undefined, query: undefined, body: undefined }
const nothingToUncount = async () => undefined

export function newState(requestId: string, headers: RequestState['headers']): RequestState {
  return {
    requestId,
    kind: 'site',
    headers,
    user: null,
    revoked: null,
    sent: null,
    claim: null,
    repeats: false,
    uncount: nothingToUncount,
    request: nothing,
    reply: null,
    error: null,
  }
}
