/** One outgoing message; `id` is stable for the fact it tells of, so that a retry sends no second one. */
export interface Mail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  send(mail: Mail): Promise<void>
}
