/** A rule's name and what a person is told when it is broken; `status` is the HTTP status it travels with. */
export interface RefusalKind {
  readonly status: 400 | 401 | 403 | 404 | 409 | 412 | 422 | 429
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

  constructor(code: string, message: string, fields?: Readonly<Record<string, string>>) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

/** `refuse` throws a refusal of this catalogue, `refusal` makes one (for specifications); codes are checked by type. */
export function refusalsOf<const C extends RefusalCatalogue>(catalogue: C) {
  const refusal = (code: keyof C & string, fields?: Readonly<Record<string, string>>): Refusal =>
    new Refusal(code, catalogue[code]?.message ?? code, fields)
  const refuse = (code: keyof C & string, fields?: Readonly<Record<string, string>>): never => {
    throw refusal(code, fields)
  }
  return { catalogue, refusal, refuse }
}
