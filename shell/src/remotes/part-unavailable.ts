/** A part that has not loaded after this time is given up; the next try starts anew. */
export const hangsAfterMs = 60_000

export type PartProblem = 'unknown' | 'unreachable' | 'incompatible'

/** A part could not be mounted; `problem` names the reason. */
export class PartUnavailable extends Error {
  override readonly name = 'PartUnavailable'
  readonly part: string
  readonly problem: PartProblem
  /** A sentence about why the part is incompatible, and what helps; null where the reason is unknown. */
  readonly reason: string | null

  constructor(part: string, problem: PartProblem, cause?: unknown) {
    super(`The ${part} part is ${problem}.`, { cause })
    this.part = part
    this.problem = problem
    this.reason = cause instanceof Incompatibility ? cause.sentence : null
  }
}

/** A part cannot run on this site. */
export class Incompatibility extends Error {
  override readonly name = 'Incompatibility'
  /** The sentence for people; the federation runtime changes the message. */
  readonly sentence: string

  constructor(sentence: string) {
    super(sentence)
    this.sentence = sentence
  }
}

/** Messages of the federation runtime for a part that needs another version of what all parts share. */
const versionSkew = /does not satisfy|RUNTIME-00[56]/

/** Returns whether another try would fail too, because the part does not fit this shell. */
export const isVersionSkew = (error: unknown): boolean =>
  error instanceof Incompatibility || (error instanceof Error && versionSkew.test(error.message))
