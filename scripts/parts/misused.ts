/** Something that the user of the command line can put right; its message is all that they need. */
export class Misused extends Error {
  override readonly name = 'Misused'
}
