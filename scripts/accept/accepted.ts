/** The changes of accepting, and the problems that it cannot solve; each a sentence with its reason. */
export interface Accepted {
  readonly changes: readonly string[]
  readonly problems: readonly string[]
}
