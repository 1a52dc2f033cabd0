/** A broken rule: `message` is the sentence that a person reads, `status` the HTTP status of the answer. */
export interface ErrorDefinition {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 410 | 412 | 413 | 415 | 422 | 425 | 428 | 429 | 500 | 503
  readonly message: string
}
export type ErrorRegistry = Readonly<Record<string, ErrorDefinition>>

/** A change by others because of which a command was rejected. */
export interface Happened {
  /** A clause without its end: `Gravy was moved to Buffet 3`. */
  readonly what: string
  /** The name of the user who made the change, for staff alone; null where no user made it. */
  readonly by: string | null
  /** The moment of the change; ISO. */
  readonly at: string
}

/**
 * A command or request was understood and declined; nothing was stored. Thrown by deciders and guards,
 * turned into an answer in one place (`backend/src/platform/http`). Never a programming error.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly code: string
  /** Sentences by field name, for 422 answers. */
  readonly fields: Readonly<Record<string, string>> | undefined

  /** Seconds after which trying again makes sense, for 425 and 429 answers. */
  readonly retryAfter: number | undefined

  /** The act of others, where that is the reason. */
  readonly happened: Happened | undefined

  constructor(code: string, message: string, fields?: Readonly<Record<string, string>>, retryAfter?: number) {
    super(message)
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
  }

  /** Returns this error with what others did as its reason. */
  because(happened: Happened): DomainError {
    const { code, message, fields, retryAfter } = this
    return Object.assign(new DomainError(code, message, fields, retryAfter), { happened })
  }
}

type ErrorArguments<C> = [code: C, fields?: Readonly<Record<string, string>>, retryAfter?: number]

/**
 * The domain errors of a module. `error` makes one (for specifications), `fail` throws it; codes are checked by type.
 */
export function defineErrors<const R extends ErrorRegistry>(registry: R) {
  const error = (...[code, fields, retryAfter]: ErrorArguments<keyof R & string>): DomainError =>
    new DomainError(code, registry[code]?.message ?? code, fields, retryAfter)
  const fail = (...given: ErrorArguments<keyof R & string>): never => {
    throw error(...given)
  }
  return { registry, error, fail }
}

/** Runs a rule and returns the domain error that it throws; null where it throws none. */
export function findRefusal(rule: () => unknown): DomainError | null {
  try {
    rule()
    return null
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}
