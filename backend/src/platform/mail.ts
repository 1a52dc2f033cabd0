import type { TryLater } from './try-later.ts'

/** One outgoing message; `id` is stable for the fact it tells of, so that a retry sends no second one. */
export interface Mail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  /**
   * Rejects with {@link TryLater} where a later attempt may succeed; the cause holds nothing of the mail, and no address.
   * A message that the server refuses for good, such as one to a mailbox that does not exist, is reported and done with:
   * trying again would hold up everybody else's.
   */
  send(mail: Mail): Promise<'sent' | 'refused'>
}
