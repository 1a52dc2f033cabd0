import type { z } from 'zod'
import type { Permission } from './roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * One call of the outside interface. Declared once, in `events/<module>/api.ts`; the router, the
 * validation, the OpenAPI document, the roles matrix and the typed client are all made from it.
 *
 * `path` is an OpenAPI path (`/api/teams/{id}`). `answers` maps a success status to the schema of its
 * JSON body, or to null where there is none. `refusals` are the codes, beyond the general ones, that the
 * call may answer with. `personal` answers are sent with `Cache-Control: no-store`.
 */
export interface Endpoint {
  readonly method: Method
  readonly path: `/api/${string}`
  readonly summary: string
  readonly allow: Permission
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /**
   * Present where the body is a form (multipart/form-data) instead of JSON: texts, and one file of at most so many
   * bytes. The schema of the file's field is `z.file()`.
   */
  readonly form?: { readonly largestFile: number }
  readonly answers: Readonly<Record<number, z.ZodType | null>>
  readonly refusals?: readonly string[]
  readonly personal?: boolean
  /** True for the few calls that answer while the testing gate is closed. */
  readonly beforeGate?: boolean
  /** True for calls that look at no token, so that a stale one cannot stand in the way of signing in. */
  readonly ignoresToken?: boolean
  /** Media type of the answer where it is not JSON; its schema then says nothing. */
  readonly media?: string
}

/** Keeps the literal types of a declaration, so that clients can be typed by `METHOD /path`. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

type Input<S> = S extends z.ZodType ? z.input<S> : never
type Output<S> = S extends z.ZodType ? z.output<S> : undefined
type AnswerOf<A> = { [S in keyof A]: A[S] extends z.ZodType ? z.output<A[S]> : undefined }[keyof A]

/** What a caller sends. */
export type RequestOf<E extends Endpoint> = (E extends { params: infer P } ? { params: Input<P> } : unknown) &
  (E extends { query: infer Q } ? { query?: Input<Q> } : unknown) &
  (E extends { body: infer B } ? { body: Input<B> } : unknown)

/** What the handler gets, after validation. */
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
