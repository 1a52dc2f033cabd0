/** Will not be possible however often it is tried: an event that is answered with this is put aside for good at once. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError'
}
