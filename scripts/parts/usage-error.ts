/** Something that the user of the command line can put right; its message is all that they need. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
