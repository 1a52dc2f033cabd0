import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { NetworkError } from '@ultimate/kit/request/api.ts'
import { useCallback, useRef, useState } from 'react'
import { isConnectionLost, isOffline, pauseAfter, whenConnected } from '../sending/when-connected.ts'
import { isDomainError, messageOf, newKey, retryUntilAnswered } from './answer.ts'
import {
  beginSending,
  type CommandStatus,
  cancelCommand,
  commandAt,
  endSending,
  isAnswered,
  isLatest,
  isShown,
  resetCommand,
  runCommand,
  type SentCommand,
  showCommand,
  stopCommand,
  useSentCommand,
} from './command-store.ts'
import { isEqual } from './is-equal.ts'

// Other files import these names from here. The shell shares this module with all parts, so the page has one store.
export {
  CommandCanceled,
  type CommandStatus,
  cancelCommand,
  commandAt,
  isShown,
  isUnderWay,
  resetCommand,
  type SentCommand,
  useSentCommand,
} from './command-store.ts'

/**
 * A change that the server is asked for, under an idempotency key. A command is sent by one or several tries. If a
 * caller gives the same command again before an answer came, that is a retry: it has the key of the first one.
 */
export interface CommandToSend<Subject, Value> {
  /** Names the row, form or other part of a page that shows the command. A place has one command: the latest. */
  readonly place: string
  /** Names what the command changes, such as one team. Commands about one entity are sent in order, one by one. */
  readonly entity?: string | undefined
  /** The content of the command: best the body of the request. */
  readonly subject: Subject
  /** The idempotency key, unless the command is a retry; by default a new one. */
  readonly key?: string
  /** Calls the server. A retry gets the subject and the key of the first command. */
  readonly send: (subject: Subject, key: string) => Promise<Value>
  /** Returns whether two commands of the place are the same; by default, if their subjects are equal. */
  readonly isSame?: (one: Subject, other: Subject) => boolean
  /** The pauses, in milliseconds, after which a try without an answer sends its request again; by default none. */
  readonly pauses?: readonly number[] | undefined
  /** True if every try without an answer is followed by another one. Meanwhile, screens show the status `unknown`. */
  readonly isRepeated?: boolean
  /** Is called and awaited before the command is shown as failed. */
  readonly onError?: (error: Error) => unknown
  readonly onStatus?: (status: 'queued' | 'sending') => void
  /** Cancels the command. */
  readonly signal?: AbortSignal | undefined
}

// `sendCommand` waits for the command's turn. `makeTries` makes tries until one is final. Screens show each try
// (`tryOnce`). One try may call the server several times: again after each of the command's pauses (`callServer`).

/**
 * Sends a command under one key, however often it has to be tried. Without a connection, the command waits. If the
 * connection is lost before the answer comes, the command waits too, and is sent again. Rejects as `send` does, or with
 * the reason for which the command was canceled.
 */
export async function sendCommand<Subject, Value>(command: CommandToSend<Subject, Value>): Promise<Value> {
  const { place, entity, isSame = isEqual, signal: callerSignal } = command
  callerSignal?.throwIfAborted()
  const previous = commandAt(place) as SentCommand<Subject> | undefined
  const isRetry = previous && !isAnswered(previous) && isSame(previous.subject, command.subject)
  // A retry has the key and the very subject of the first command: the server rejects a key with another request.
  const { key = newKey(), subject } = isRetry ? previous : command
  const controller = beginSending(place)
  const onAbort = () => {
    // By now, the place may have a later command, which the caller's signal must not stop.
    if (isLatest(place, controller)) stopCommand(place, callerSignal?.reason)
  }
  callerSignal?.addEventListener('abort', onAbort)
  try {
    const run = () => makeTries({ ...command, key, subject, signal: controller.signal })
    if (entity === undefined) return await run()
    // While the command waits for its turn, screens show it as queued only if the connection is lost.
    if (turns.has(entity))
      showCommand(place, { key, subject, pendingStatus: isConnectionLost() ? 'queued' : 'sending' })
    return await runInTurn(entity, run)
  } finally {
    callerSignal?.removeEventListener('abort', onAbort)
    if (isLatest(place, controller)) endSending(place)
  }
}

/** By entity, a promise that resolves once the last command about it is over, even if the command failed. */
const turns = new Map<string, Promise<unknown>>()

/** Runs once all earlier commands about the entity are over. */
function runInTurn<Value>(entity: string, run: () => Promise<Value>): Promise<Value> {
  const result = turns.get(entity)?.then(run) ?? run()
  const settled = result
    .catch(() => undefined)
    .then(() => {
      if (turns.get(entity) === settled) turns.delete(entity)
    })
  turns.set(entity, settled)
  return result
}

/** A command with the key under which it is sent. Its signal also aborts when its place gets a later command. */
interface BegunCommand<Subject, Value> extends CommandToSend<Subject, Value> {
  readonly key: string
  readonly signal: AbortSignal
}

/** Makes one try after the other, until the command is accepted or may not be tried again. */
async function makeTries<Subject, Value>(command: BegunCommand<Subject, Value>): Promise<Value> {
  const { isRepeated, signal } = command
  signal.throwIfAborted()
  if (isConnectionLost()) {
    showQueued(command)
    await whenConnected(signal)
  }
  let unansweredTries = 0
  let pendingStatus: 'sending' | 'unknown' = 'sending'
  for (;;) {
    const outcome: TryOutcome<Value> = await tryOnce(command, pendingStatus)
    if (outcome.kind === 'accepted') return outcome.value
    if (isFinal(outcome.kind, isRepeated)) throw outcome.error
    pendingStatus = outcome.kind === 'unknown' ? 'unknown' : 'sending'
    if (outcome.kind === 'unknown') {
      unansweredTries++
      await pause(pauseBetweenTries(unansweredTries), signal)
    }
    await whenConnected(signal)
  }
}

/** Milliseconds after an unanswered try: 250, then twice as many each time, at most 7500. */
const pauseBetweenTries = (unansweredTries: number): number => pauseAfter(unansweredTries) / 2

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  signal.throwIfAborted()
}

/**
 * Why a try failed. `offline`: the device went offline before the answer came. `unknown`: no answer came although the
 * device is online. In both cases the command may have arrived.
 */
type FailureKind = 'rejected' | 'offline' | 'unknown'

type TryOutcome<Value> =
  | { readonly kind: 'accepted'; readonly value: Value }
  | { readonly kind: FailureKind; readonly error: unknown }

class WentOffline extends Error {}

function failureKind(error: unknown): FailureKind {
  if (error instanceof WentOffline) return 'offline'
  return isDomainError(error) ? 'rejected' : 'unknown'
}

const isFinal = (kind: FailureKind, isRepeated = false): boolean =>
  kind === 'rejected' || (kind === 'unknown' && !isRepeated)

/** Makes one try, which screens show. Throws the signal's reason once the command is canceled. */
async function tryOnce<Subject, Value>(
  command: BegunCommand<Subject, Value>,
  pendingStatus: 'sending' | 'unknown',
): Promise<TryOutcome<Value>> {
  const { place, subject, key, isRepeated, onError, onStatus, signal } = command
  const callAndReport = async () => {
    try {
      return await callServer(command)
    } catch (error) {
      if (error === signal.reason) throw error
      const kind = failureKind(error)
      // The command is shown as queued before this try ends, so that no screen shows the failure in between.
      if (kind === 'offline') showQueued(command)
      if (isFinal(kind, isRepeated)) await onError?.(error as Error)
      throw error
    }
  }
  onStatus?.('sending')
  try {
    return { kind: 'accepted', value: await runCommand(place, { key, subject, pendingStatus }, callAndReport) }
  } catch (error) {
    signal.throwIfAborted()
    return { kind: failureKind(error), error }
  }
}

function showQueued<Subject>({ place, key, subject, onStatus, signal }: BegunCommand<Subject, unknown>): void {
  if (!signal.aborted) showCommand(place, { key, subject, pendingStatus: 'queued' })
  onStatus?.('queued')
}

/** Calls the server, and again after each of the command's pauses. Throws an `Error`, or the signal's reason. */
async function callServer<Subject, Value>(command: BegunCommand<Subject, Value>): Promise<Value> {
  const { subject, key, send, pauses = [], signal } = command
  try {
    return await retryUntilAnswered(
      () => send(subject, key),
      pauses,
      (ms) => pause(ms, signal),
    )
  } catch (error) {
    if (error instanceof NetworkError && isOffline()) throw new WentOffline(error.message, { cause: error })
    throw error === signal.reason || error instanceof Error ? error : new Error(String(error))
  }
}

/** The command of a button or a dialog, for `useCommand`. */
export interface Command<Subject, Value>
  extends Pick<CommandToSend<Subject, Value>, 'entity' | 'send' | 'isSame' | 'pauses' | 'isRepeated'> {
  /**
   * A text is shown for errors without a message of the server. A function returns the message of each error. Absent
   * where the screen shows no message.
   */
  readonly failed?: string | ((error: Error) => string)
  /** Is called and awaited before the command is shown as done. */
  readonly onDone?: (value: Value, subject: Subject) => unknown
  /** Is called and awaited before the command is shown as failed. */
  readonly onError?: (error: Error, subject: Subject) => unknown
  /**
   * Given where the component is unmounted and mounted again: the next component with this place shows a command that
   * is still sent or waits. By default, each component has a place of its own.
   */
  readonly place?: string
}

/** A command that waits for the connection. */
export interface Waiting {
  readonly cancel: () => void
}

/**
 * Sends the command of a button or a dialog, and returns its state. Until the server has answered, running the command
 * again for the same subject sends the same key.
 */
export function useCommand<Subject = void, Value = unknown>(command: Command<Subject, Value>) {
  const [ownPlace] = useState(newKey)
  const { place = ownPlace } = command
  const latest = useRef(command)
  latest.current = command
  const sentCommand = useSentCommand(place) as SentCommand<Subject, Value> | undefined

  const run = useCallback(
    (subject: Subject) => {
      // All tries must send the same request, so they take `send` as it is now. The callbacks are the latest ones.
      const { send } = latest.current
      let hasWaited = false
      sendCommand<Subject, Value>({
        ...latest.current,
        place,
        subject,
        send: async (sentSubject, key) => {
          const value = await send(sentSubject, key)
          try {
            await latest.current.onDone?.(value, sentSubject)
          } catch (error) {
            // If the error were thrown, it would count as a lost answer, and an accepted command would be sent again.
            reportError(error)
          }
          return value
        },
        onStatus: (status) => {
          hasWaited ||= status === 'queued'
        },
        onError: async (error) => {
          await latest.current.onError?.(error, subject)
          // While the command waited, the component that shows it may have gone. Then a toast shows the error.
          const message = hasWaited && !isShown(place) && findMessage(latest.current, error)
          if (message) toast.error(message)
        },
      }).catch(() => undefined)
    },
    [place],
  )
  const cancel = useCallback(() => cancelCommand(place), [place])
  const reset = useCallback(() => resetCommand(place), [place])
  const status: CommandStatus | null = sentCommand?.status ?? null
  const waiting: Waiting | null = status === 'queued' ? { cancel } : null
  const error = sentCommand?.error ?? null
  return {
    run,
    isPending: status === 'sending' || status === 'queued',
    waiting,
    status,
    /** The subject of the latest command. */
    subject: sentCommand?.subject,
    /** The result of `send`, once the latest command is done. */
    value: sentCommand?.value,
    error,
    message: error && findMessage(command, error),
    reset,
  }
}

/** The state of a command, as a confirmation dialog shows it. */
export type ShownCommand = Pick<ReturnType<typeof useCommand>, 'isPending' | 'waiting' | 'message' | 'reset'>

function findMessage<Subject, Value>({ failed }: Command<Subject, Value>, error: Error): string | null {
  return (typeof failed === 'string' ? messageOf(error, failed) : failed?.(error)) ?? null
}
