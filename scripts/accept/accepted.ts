/** What accepting has changed, and what it cannot do; each a sentence with its reason. */
export interface Accepted {
  readonly changes: readonly string[]
  readonly problems: readonly string[]
}
