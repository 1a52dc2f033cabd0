/** The steps of a command. `sent` is the last one, after which it is deleted. */
export type CommandStep = 'not-sent' | 'sending' | 'sent' | 'refused'

/** The same words wherever a command is shown. */
export const stepWords: Readonly<Record<CommandStep, string>> = {
  'not-sent': 'Not sent yet',
  sending: 'Sending',
  sent: 'Sent',
  refused: 'Refused',
}

export type CommandEvent = 'send' | 'accepted' | 'declined' | 'unanswered' | 'keep theirs' | 'do mine now'

/** The next step by event. What is not listed does not happen. */
export const stepMachine: Readonly<Record<CommandStep, Partial<Record<CommandEvent, CommandStep>>>> = {
  'not-sent': { send: 'sending' },
  // A tab that ends while it sends leaves the command unanswered: it is sent again under the same key.
  sending: { accepted: 'sent', declined: 'refused', unanswered: 'not-sent' },
  refused: { 'keep theirs': 'sent', 'do mine now': 'not-sent' },
  sent: {},
}

/** Throws for what does not happen. */
export function nextStep(step: CommandStep, event: CommandEvent): CommandStep {
  const next = stepMachine[step][event]
  if (next === undefined) throw new Error(`A command that is "${stepWords[step]}" cannot be: ${event}`)
  return next
}

/** The user who made it. A command is sent with this user's sign-in alone. */
export interface CommandOwner {
  readonly id: string
  readonly username: string
}

/** For commands that need no sign-in, only what this device holds, such as the cookie of a captain. */
export const deviceOwner: CommandOwner = { id: 'device', username: 'this device' }

/** The note of a command that is sent whoever is signed in, and also where no one is. */
export const noteOfDevice = { ofDevice: true } as const

/** What a screen asks for. */
export interface CommandRequest {
  /** As calls of the backend are named, `PUT /api/…/{id}/…`. Its body takes `at`. */
  readonly operation: string
  readonly params: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  /** The key that a true answer has: what a foreign network answers has not. */
  readonly answers: string
  /** What it is about; commands of one subject are sent in their order. */
  readonly subject: string
  /** For people: `Check in Pecan pie of Becky Thatcher`. */
  readonly label: string
  /** What the screen needs beside the request to show the command again after a reload. */
  readonly note?: Readonly<Record<string, unknown>>
}

/** Why the server rejected it, in its words, and when it did so. */
export interface Rejection {
  readonly code: string
  readonly message: string
  readonly at: number
}

/** A rejection that stores its HTTP status as well; an earlier release stored none. */
export interface AnsweredRejection extends Rejection {
  readonly status: number
}

/** Why it was not sent when that was tried: no answer came, or one of a server in trouble. */
export type SendFailure =
  | { readonly because: 'line' }
  | { readonly because: 'server'; readonly status: number; readonly message: string }

/** What came of a try. `signed-out`: the server does not take the session; the command waits for the next sign-in. */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly refusal: Rejection; readonly error: Error }
  | { readonly kind: 'unanswered'; readonly trouble: SendFailure }
  | { readonly kind: 'signed-out'; readonly error: Error }

/**
 * A command as it is stored on the device. Older and newer releases read it, so its fields keep their names. Times are
 * milliseconds of the device's clock.
 */
export interface QueuedCommand extends CommandRequest {
  readonly shape: typeof commandShape
  /** Given by the store; grows. */
  readonly order: number
  /** Idempotency key. */
  readonly key: string
  readonly owner: CommandOwner
  readonly tappedAt: number
  /** How far the clock was behind the server's, as last known then. */
  readonly offsetMs: number | null
  /** When it happened, for the server; fixed by the first try, so that all tries are one request. */
  readonly at: string | null
  readonly step: CommandStep
  /** Tries that were not answered since the last one that was. */
  readonly tries: number
  readonly nextTryAt: number
  readonly trouble: SendFailure | null
  readonly refusal: Rejection | null
}

/** Raised when a release stores commands in another form. */
export const commandShape = 1

export type NewCommand = Omit<QueuedCommand, 'order'>

export const createCommand = (
  request: CommandRequest,
  made: Pick<QueuedCommand, 'key' | 'owner' | 'tappedAt' | 'offsetMs'>,
): NewCommand => ({
  shape: commandShape,
  ...request,
  ...made,
  at: null,
  step: 'not-sent',
  tries: 0,
  nextTryAt: 0,
  trouble: null,
  refusal: null,
})

const isRecord = (found: unknown): found is Record<string, unknown> => typeof found === 'object' && found !== null

/**
 * A command as this release understands it. One of another release whose request is whole goes on as it is; of one that
 * cannot be sent any more it is shown what it was, for someone to decide. Null for what is no command at all.
 */
export function readCommand(found: unknown): QueuedCommand | null {
  if (!isRecord(found) || typeof found['order'] !== 'number' || !isRecord(found['owner'])) return null
  if (found['shape'] === commandShape) return found as unknown as QueuedCommand
  const { order, key, owner, tappedAt, label, operation, params, body, subject, answers } = found
  const made = {
    key: String(key ?? `unknown-${order}`),
    owner: { id: String(owner['id']), username: String(owner['username']) },
    tappedAt: Number(tappedAt) || 0,
    offsetMs: null,
  }
  const isWhole = typeof operation === 'string' && isRecord(params) && isRecord(body) && typeof key === 'string'
  const request: CommandRequest = {
    operation: isWhole ? operation : '',
    params: isWhole ? (params as Record<string, string>) : {},
    body: isWhole ? body : {},
    answers: String(answers ?? ''),
    subject: String(subject ?? `unknown-${order}`),
    label: String(label ?? 'A change made in another version of this site'),
  }
  const command: QueuedCommand = { ...createCommand(request, made), order }
  return isWhole ? command : { ...command, step: 'refused', refusal: { ...ofAnotherRelease, at: made.tappedAt } }
}

const ofAnotherRelease = {
  code: 'OTHER_RELEASE',
  message: 'This change was made in another version of this site, so it cannot be sent.',
}

/**
 * Whether it can be asked for again as it was, and be accepted then or later. Never where what it is about is gone, its user
 * may not do it, or it is no valid request.
 */
export const canBeRepeated = ({ refusal, operation }: QueuedCommand): boolean =>
  refusal !== null && operation !== '' && ((refusal as Partial<AnsweredRejection>).status ?? 409) === 409

/** Refusals that a repetition gets over at once: it does not say where a dish was seen, and a server may have recovered. */
const passing: ReadonlySet<string> = new Set(['DISH_MOVED_MEANWHILE', 'SERVER_ERROR'])

/** The same for those who do not know how things are now, as pages do that show them. */
export const canBeRepeatedUnseen = (command: QueuedCommand): boolean =>
  canBeRepeated(command) && passing.has(command.refusal?.code ?? '')
