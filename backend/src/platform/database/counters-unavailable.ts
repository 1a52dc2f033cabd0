/** Without its counters a limit can neither allow nor refuse anything: the call has to be sent again later. */
export class CountersUnavailable extends Error {
  override readonly name = 'CountersUnavailable'
  constructor(cause: unknown) {
    super('The counters of the rate limits cannot be read', { cause })
  }
}
