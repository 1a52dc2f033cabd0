/** The client disconnected in the middle of its request, so there is no answer to send. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}
