import type { z } from 'zod'
import type { Permission } from './roles.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A limit on what visitors do, counted by all backends together. Callers with a token are not limited. */
export interface RateLimit {
  /** Names the counters; calls with the same name share them. */
  readonly name: string
  /** Length of the window, which slides: the limits hold for every span of so many seconds. */
  readonly seconds: number
  /** Accepted calls of one network: an IPv4 address, or a /64 of IPv6. */
  readonly perNetwork?: number
  /** Accepted calls that name one mailbox in this field of the body. */
  readonly perMailbox?: { readonly field: string; readonly max: number }
  /** Calls of one network that were rejected with a domain error, and do not count as accepted. */
  readonly rejectedPerNetwork: number
  /** By error code: how many rejected calls an answer with this code counts as, because it reveals something. */
  readonly weights?: Readonly<Record<string, number>>
  /** The error code of 429; `TOO_MANY_REQUESTS` unless the call has one of its own. */
  readonly error?: string
}

/**
 * One call of the HTTP API, declared once in `events/src/<module>/api.ts`, or in a `*-api.ts` that it collects. The
 * router, the validation, the OpenAPI document, the roles matrix and the typed client are derived from it.
 *
 * `path` is an OpenAPI path (`/api/teams/{id}`). `answers` maps a success status to the schema of its
 * JSON body, or to null where there is none. `errors` are the codes, beyond the general ones, that the
 * call may answer with.
 */
export interface Endpoint {
  readonly method: Method
  readonly path: `/api/${string}`
  readonly summary: string
  readonly allow: Permission
  readonly params?: z.ZodObject
  /** The path parameter that names a part. A release token may name only the part that it is for. */
  readonly partParam?: string
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /**
   * Present where the body is a form (multipart/form-data) instead of JSON: texts, and one file of at most `maxFile`
   * bytes. The schema of the file's field is `z.file()`. With `orJson` the same fields may come as JSON.
   */
  readonly form?: { readonly maxFile: number; readonly orJson?: true }
  /** True for calls that accept a body of any type and ignore it, because other programs send one. */
  readonly ignoresBody?: true
  readonly answers: Readonly<Record<number, z.ZodType | null>>
  readonly errors?: readonly string[]
  /**
   * True for a GET that answers personal data: its answer is neither cached nor compressed. Answers to other methods
   * never are.
   */
  readonly personal?: boolean
  /** True for the few calls that answer while the testing gate is closed. */
  readonly beforeGate?: boolean
  /** True for calls that ignore the session's token, so that an expired one stops no sign-in and no visitor's call. */
  readonly ignoresToken?: boolean
  /**
   * The limit, which every write that is open to everyone declares. `in-handler`: the handler counts, because the rule
   * needs more than the request.
   */
  readonly limit?: RateLimit | 'in-handler'
  /**
   * True for calls that may end their own token, such as a sign-out. A repetition with the same idempotency key is
   * answered although the token has ended.
   */
  readonly endsToken?: boolean
  /**
   * True for the few calls with which a restricted user lifts the restriction. Users are restricted until they set up a
   * second factor that their role requires. To other public calls they are visitors, and calls for staff reject them.
   */
  readonly whileRestricted?: boolean
  /** Media type of the answer where it is not JSON; its schema then means nothing. */
  readonly media?: string
}

/** Keeps the literal types of a declaration, so that clients can be typed by `METHOD /path`. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

type Input<S> = S extends z.ZodType ? z.input<S> : never
type Output<S> = S extends z.ZodType ? z.output<S> : undefined
type AnswerOf<A> = { [S in keyof A]: A[S] extends z.ZodType ? z.output<A[S]> : undefined }[keyof A]

/** The parameters, query and body that a caller sends. */
export type RequestOf<E extends Endpoint> = (E extends { params: infer P } ? { params: Input<P> } : unknown) &
  (E extends { query: infer Q } ? { query?: Input<Q> } : unknown) &
  (E extends { body: infer B } ? { body: Input<B> } : unknown)

/** The parameters, query and body that the handler gets, after validation. */
export interface ValidatedRequest<E extends Endpoint> {
  params: E extends { params: infer P } ? Output<P> : undefined
  query: E extends { query: infer Q } ? Output<Q> : undefined
  body: E extends { body: infer B } ? Output<B> : undefined
}

/** The JSON body of a successful answer (undefined where the call has none). */
export type AnswerBody<E extends Endpoint> = AnswerOf<E['answers']>

/** `{ 'POST /api/register-team': … }` of a module's endpoints: the type the client is made of. */
export type OperationsOf<Api extends Record<string, Endpoint>> = {
  [K in keyof Api as `${Api[K]['method']} ${Api[K]['path']}`]: {
    request: RequestOf<Api[K]>
    answer: AnswerBody<Api[K]>
  }
}
