import {
  createCommand,
  type NewCommand,
  type QueuedCommand,
  type QueuedStatus,
  type SendFailure,
  type SendOutcome,
} from './command.ts'

// The words of this file never change: tabs and parts of other releases read stored commands and exchange them.

/** The user who made a command, which is sent only while this user is signed in. */
export interface CommandOwner {
  readonly id: string
  readonly username: string
}

/** A command as a screen asks for it. */
export interface CommandRequest {
  /** The name of a call of the backend, `PUT /api/…/{id}/…`. Its body takes `at`. */
  readonly operation: string
  readonly params: Readonly<Record<string, string>>
  /** `from` in it is what the user saw before, which a repetition leaves out. */
  readonly body: Readonly<Record<string, unknown>>
  /** A key that every true answer has, but not the sign-in page of a network. */
  readonly answers: string
  /** The subject of the command; commands of one subject are sent in their order. */
  readonly subject: string
  /** The label for people: `Check in Pecan pie of Becky Thatcher`. */
  readonly label: string
  /** Data that the screen needs beside the request to show the command again after a reload. */
  readonly note?: Readonly<Record<string, unknown>>
  /** Codes of rejections that do not happen to a repetition. */
  readonly passing?: readonly string[]
}

/** The reason why the server rejected a command, in the server's words, and when. */
export interface Rejection {
  readonly code: string
  readonly message: string
  readonly at: number
}

/** A rejection that stores its HTTP status as well; an earlier release stored none. */
export interface AnsweredRejection extends Rejection {
  readonly status: number
}

export type StoredStep = 'not-sent' | 'sending' | 'sent' | 'refused'

export type StoredFailure =
  | { readonly because: 'line' }
  | { readonly because: 'server'; readonly status: number; readonly message: string }

export type StoredOutcome =
  | { readonly kind: 'accepted'; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly refusal: Rejection; readonly error: Error }
  | { readonly kind: 'unanswered'; readonly trouble: StoredFailure }
  | { readonly kind: 'signed-out'; readonly error: Error }

/**
 * The stored form of a `QueuedCommand`, which explains the fields. `tappedAt` is its `queuedAt`, `step` its `status`,
 * `trouble` its `failure` and `refusal` its `rejection`.
 */
export interface StoredCommand extends CommandRequest {
  readonly shape: typeof commandShape
  readonly order: number
  readonly key: string
  readonly owner: CommandOwner
  readonly tappedAt: number
  readonly offsetMs: number | null
  readonly at: string | null
  readonly step: StoredStep
  readonly tries: number
  readonly nextTryAt: number
  readonly trouble: StoredFailure | null
  readonly refusal: Rejection | null
}

/** Raised when a release stores commands in another form. */
export const commandShape = 1

const stepOf = { queued: 'not-sent', sending: 'sending', done: 'sent', rejected: 'refused' } as const satisfies Record<
  QueuedStatus,
  StoredStep
>

const statusOf: Readonly<Record<StoredStep, QueuedStatus>> = {
  'not-sent': 'queued',
  sending: 'sending',
  sent: 'done',
  refused: 'rejected',
}

const toStoredFailure = (failure: SendFailure): StoredFailure =>
  failure.because === 'connection' ? { because: 'line' } : failure

const fromStoredFailure = (trouble: StoredFailure): SendFailure =>
  trouble.because === 'line' ? { because: 'connection' } : trouble

export function toStored(command: QueuedCommand): StoredCommand
export function toStored(command: NewCommand): Omit<StoredCommand, 'order'>
export function toStored({
  status,
  queuedAt,
  failure,
  rejection,
  ...shared
}: NewCommand): Omit<StoredCommand, 'order'> {
  return {
    ...shared,
    shape: commandShape,
    tappedAt: queuedAt,
    step: stepOf[status],
    trouble: failure && toStoredFailure(failure),
    refusal: rejection,
  }
}

export function fromStored(stored: StoredCommand): QueuedCommand {
  const { shape: _, step, tappedAt, trouble, refusal, ...shared } = stored
  return {
    ...shared,
    queuedAt: tappedAt,
    status: statusOf[step],
    failure: trouble && fromStoredFailure(trouble),
    rejection: refusal,
  }
}

export function toStoredOutcome(outcome: SendOutcome): StoredOutcome {
  if (outcome.kind === 'done') return { kind: 'accepted', answer: outcome.answer }
  if (outcome.kind === 'rejected') return { kind: 'refused', refusal: outcome.rejection, error: outcome.error }
  return outcome.kind === 'unknown' ? { kind: 'unanswered', trouble: toStoredFailure(outcome.failure) } : outcome
}

export function fromStoredOutcome(outcome: StoredOutcome): SendOutcome {
  if (outcome.kind === 'accepted') return { kind: 'done', answer: outcome.answer }
  if (outcome.kind === 'refused') return { kind: 'rejected', rejection: outcome.refusal, error: outcome.error }
  return outcome.kind === 'unanswered' ? { kind: 'unknown', failure: fromStoredFailure(outcome.trouble) } : outcome
}

/** Returns a translation that gives the same object for the same command, so that no screen is drawn again. */
export function oncePerCommand<From extends object, To>(translate: (command: From) => To): (command: From) => To {
  const translated = new WeakMap<From, To>()
  return (command) => {
    const translation = translated.get(command) ?? translate(command)
    translated.set(command, translation)
    return translation
  }
}

const isRecord = (data: unknown): data is Record<string, unknown> => typeof data === 'object' && data !== null

/**
 * Returns a stored command. One of another release is sent if its request is complete; otherwise it is shown as
 * rejected, for the user to decide. Null for data that is no command at all.
 */
export function readCommand(data: unknown): QueuedCommand | null {
  if (!isRecord(data) || typeof data['order'] !== 'number' || !isRecord(data['owner'])) return null
  if (data['shape'] === commandShape) return fromStored(data as unknown as StoredCommand)
  const { order, key, owner, tappedAt, label, operation, params, body, subject, answers } = data
  const origin = {
    key: String(key ?? `unknown-${order}`),
    owner: { id: String(owner['id']), username: String(owner['username']) },
    queuedAt: Number(tappedAt) || 0,
    offsetMs: null,
  }
  const isComplete = typeof operation === 'string' && isRecord(params) && isRecord(body) && typeof key === 'string'
  const request: CommandRequest = {
    operation: isComplete ? operation : '',
    params: isComplete ? (params as Record<string, string>) : {},
    body: isComplete ? body : {},
    answers: String(answers ?? ''),
    subject: String(subject ?? `unknown-${order}`),
    label: String(label ?? 'A change made in another version of this site'),
  }
  const command: QueuedCommand = { ...createCommand(request, origin), order }
  return isComplete
    ? command
    : { ...command, status: 'rejected', rejection: { ...ofAnotherRelease, at: origin.queuedAt } }
}

const ofAnotherRelease = {
  code: 'OTHER_RELEASE',
  message: 'This change was made in another version of this site, so it cannot be sent.',
}
