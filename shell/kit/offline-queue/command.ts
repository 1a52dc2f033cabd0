import type { CommandStatus } from '@ultimate/kit/request/use-command.ts'
import type { AnsweredRejection, CommandOwner, CommandRequest, Rejection } from './stored-command.ts'

export type { AnsweredRejection, CommandOwner, CommandRequest, Rejection } from './stored-command.ts'

/** A command whose outcome is unknown is queued again. `done` is the last status, after which it is deleted. */
export type QueuedStatus = Exclude<CommandStatus, 'unknown'>

/** The words for a status, wherever a command is shown. */
export const statusWords: Readonly<Record<QueuedStatus, string>> = {
  queued: 'Not sent yet',
  sending: 'Sending',
  done: 'Sent',
  rejected: 'Refused',
}

export type CommandEvent = 'send' | 'done' | 'rejected' | 'unknown' | 'discard' | 'repeat'

/** The next status by event. An event that is not listed cannot happen in that status. */
export const statusMachine: Readonly<Record<QueuedStatus, Partial<Record<CommandEvent, QueuedStatus>>>> = {
  queued: { send: 'sending' },
  // A tab that ends while it sends leaves the outcome unknown: the command is sent again under the same key.
  sending: { done: 'done', rejected: 'rejected', unknown: 'queued' },
  rejected: { discard: 'done', repeat: 'queued' },
  done: {},
}

/** Returns the status after an event, and throws for an event that cannot happen in this status. */
export function nextStatus(status: QueuedStatus, event: CommandEvent): QueuedStatus {
  const next = statusMachine[status][event]
  if (next === undefined) throw new Error(`A command that is ${status} cannot be: ${event}`)
  return next
}

/** The owner of commands that need no sign-in, only what this device holds, such as the cookie of a captain. */
export const deviceOwner: CommandOwner = { id: 'device', username: 'this device' }

/** The note of a command that is sent with the sign-in of any user, and also without one. */
export const noteOfDevice = { ofDevice: true } as const

/** The reason why a try failed: no answer came, or a server in trouble answered. */
export type SendFailure =
  | { readonly because: 'connection' }
  | { readonly because: 'server'; readonly status: number; readonly message: string }

/** The outcome of a try. `signed-out`: the server does not take the session; the command waits for the next sign-in. */
export type SendOutcome =
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'rejected'; readonly rejection: Rejection; readonly error: Error }
  | { readonly kind: 'unknown'; readonly failure: SendFailure }
  | { readonly kind: 'signed-out'; readonly error: Error }

/** Times are milliseconds of the device's clock. */
export interface QueuedCommand extends CommandRequest {
  /** Given by the store; grows. */
  readonly order: number
  /** Idempotency key. */
  readonly key: string
  readonly owner: CommandOwner
  readonly queuedAt: number
  /** Milliseconds by which the device's clock was behind the server's, as last known when the command was queued. */
  readonly offsetMs: number | null
  /** The time of the command for the server. The first try fixes it, so that all tries send the same request. */
  readonly at: string | null
  readonly status: QueuedStatus
  /** Tries in a row that left the outcome unknown: without an answer, or with an error of a server in trouble. */
  readonly tries: number
  readonly nextTryAt: number
  readonly failure: SendFailure | null
  readonly rejection: Rejection | null
}

export type NewCommand = Omit<QueuedCommand, 'order'>

export const createCommand = (
  request: CommandRequest,
  origin: Pick<QueuedCommand, 'key' | 'owner' | 'queuedAt' | 'offsetMs'>,
): NewCommand => ({
  ...request,
  ...origin,
  at: null,
  status: 'queued',
  tries: 0,
  nextTryAt: 0,
  failure: null,
  rejection: null,
})

/**
 * Returns whether the same request may be accepted later. That can be after a conflict with the current state (409),
 * but not where its subject is gone, its user may not do it, or it is invalid.
 */
export const canBeRepeated = ({ rejection, operation }: QueuedCommand): boolean =>
  rejection !== null && operation !== '' && ((rejection as Partial<AnsweredRejection>).status ?? 409) === 409

/**
 * Returns whether a user can repeat the command on a screen that does not show the current state. The reason of the
 * rejection must be passing: a server in trouble, or a code that the request lists as passing.
 */
export const canBeRepeatedUnseen = (command: QueuedCommand): boolean => {
  const code = command.rejection?.code ?? ''
  return canBeRepeated(command) && (code === 'SERVER_ERROR' || command.passing?.includes(code) === true)
}
