/** A rule's name and what a person is told when it is broken; `status` is the HTTP status it travels with. */
export interface RefusalKind {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 503
  readonly message: string
}
export type RefusalCatalogue = Readonly<Record<string, RefusalKind>>

/**
 * A command or request was understood and declined; nothing was stored. Thrown by deciders and guards,
 * turned into an answer in one place (`backend/src/platform/http`). Never a programming error.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string
  /** Sentences by field name, for 422 answers. */
  readonly fields: Readonly<Record<string, string>> | undefined

  /** Seconds after which trying again makes sense, for 429 answers. */
  readonly retryAfter: number | undefined

  constructor(code: string, message: string, fields?: Readonly<Record<string, string>>, retryAfter?: number) {
    super(message)
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
  }
}

/** `refuse` throws a refusal of this catalogue, `refusal` makes one (for specifications); codes are checked by type. */
export function refusalsOf<const C extends RefusalCatalogue>(catalogue: C) {
  const refusal = (code: keyof C & string, fields?: Readonly<Record<string, string>>, retryAfter?: number): Refusal =>
    new Refusal(code, catalogue[code]?.message ?? code, fields, retryAfter)
  const refuse = (code: keyof C & string, fields?: Readonly<Record<string, string>>, retryAfter?: number): never => {
    throw refusal(code, fields, retryAfter)
  }
  return { catalogue, refusal, refuse }
}
