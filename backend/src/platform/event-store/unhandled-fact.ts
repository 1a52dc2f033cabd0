/** A fact that an automation has not dealt with. */
export interface Unhandled {
  readonly stream: string
  readonly at: Date
  /** Nobody will try again. */
  readonly isGivenUp: boolean
}
