/** A fact as the audit describes it; the name of the actor stands before it. */
export interface Description {
  /** What was done, in the past tense: `marked Huck Finns as paid`. */
  readonly text: string
  /** What it was before, where that can be known. */
  readonly was?: string | undefined
  /** The name of what the stream is about. */
  readonly subject: string
}

export interface Fact {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** What else is known when a fact is described. */
export interface History<E extends Fact = Fact> {
  readonly stream: string
  /** Earlier facts of the same stream, oldest first: of a long one its first fact and the last ones. */
  readonly earlier: readonly E[]
  /** How many of the earlier ones stand before facts that are not known. */
  readonly beforeGap?: number | undefined
  /** The first fact and the last ones of another stream, as it is now. */
  of(stream: string): readonly Fact[]
  /** What a call (`PUT /api/teams/{id}`) is for, as its interface says; undefined of one that there is no more. */
  summaryOf?(call: string): string | undefined
  /** The stream of the subject whose history is listed; undefined where everything is. */
  readonly about?: string | undefined
}

/**
 * One sentence for every fact of a module: a fact without one does not compile. Null where the fact says nothing
 * about the subject whose history is listed, such as pools that were saved without moving a team, about that team.
 */
export type Sentences<E extends Fact> = {
  readonly [T in E['type']]: (data: Extract<E, { type: T }>['data'], history: History<E>) => Description | null
}

type Data<E extends Fact, T extends E['type']> = Extract<E, { type: T }>['data']

/** The data of the last fact of this kind. */
export function last<E extends Fact, T extends E['type']>(facts: readonly E[], type: T): Data<E, T> | undefined {
  return facts.findLast((fact): fact is Extract<E, { type: T }> => fact.type === type)?.data
}

/** The last fact of one of these kinds. */
export function lastOf<E extends Fact, T extends E['type']>(facts: readonly E[], types: readonly T[]): T | undefined {
  return facts.findLast((fact) => types.some((type) => type === fact.type))?.type as T | undefined
}

/** `PoolsSaved` as `pools saved`: for facts without a sentence. */
export function plainWords(type: string): string {
  return type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}

/** `1 team`, `2 teams`. */
export const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`
