import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { NetworkError } from '@ultimate/kit/request/api.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
// biome-ignore lint/style/noRestrictedImports: the store is TanStack's cache.
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { isConnectionLost, isOffline, pauseAfter, whenConnected } from '../sending/when-connected.ts'
import { isDomainError, messageOf, newKey, retryUntilAnswered } from './answer.ts'
import { isEqual } from './is-equal.ts'

export interface Command<Subject, Value>
  extends Pick<CommandToSend<Subject, Value>, 'entity' | 'send' | 'isSame' | 'pauses' | 'isRepeated'> {
  /** The message where the server reports none, or of an error; left out where none is shown in place. */
  readonly failed?: string | ((error: Error) => string)
  /** Is called and awaited before the command is shown as done. */
  readonly onDone?: (value: Value, subject: Subject) => unknown
  readonly onError?: (error: Error, subject: Subject) => unknown
  /** Given where the component comes and goes: the next one of this place shows the command that still waits. */
  readonly place?: string
}

/** A command that is not sent yet, because the connection is lost. */
export interface Waiting {
  readonly cancel: () => void
}

/**
 * One command of a button or a dialog. Until the server has answered, running it again for the same subject sends the
 * same key. Without a connection the command waits for it: `waiting` shows that and cancels it.
 */
export function useCommand<Subject = void, Value = unknown>(command: Command<Subject, Value>) {
  const [defaultPlace] = useState(newKey)
  const { place = defaultPlace } = command
  const latest = useRef(command)
  latest.current = command
  const sentCommand = useSentCommand(place) as SentCommand<Subject, Value> | undefined

  const run = useCallback(
    (subject: Subject) => {
      const { entity, send, isSame = isEqual, pauses, isRepeated = false } = latest.current
      let hasWaited = false
      sendCommand<Subject, Value>({
        place,
        entity,
        subject,
        isSame,
        pauses,
        isRepeated,
        send: async (sent, key) => {
          const value = await send(sent, key)
          try {
            await latest.current.onDone?.(value, sent)
          } catch (error) {
            // Thrown on, the error would count as a lost answer, and an accepted command would be sent again.
            reportError(error)
          }
          return value
        },
        onStatus: (status) => {
          hasWaited ||= status === 'queued'
        },
        onError: async (error) => {
          await latest.current.onError?.(error, subject)
          // A toast shows the error of a command that waited, because its row may be gone by now.
          const message = hasWaited && !isShown(place) && describe(latest.current, error)
          if (message) toast.error(message)
        },
      }).catch(() => undefined)
    },
    [place],
  )
  const cancel = useCallback(() => cancelCommand(place), [place])
  const reset = useCallback(() => resetCommand(place), [place])
  const waiting: Waiting | null = sentCommand?.status === 'queued' ? { cancel } : null
  const error = sentCommand?.error ?? null
  return {
    run,
    isPending: sentCommand?.status === 'sending' || waiting !== null,
    waiting,
    status: sentCommand?.status ?? null,
    /** The subject of the latest command. */
    subject: sentCommand?.subject,
    /** The value with which the server accepted the last one. */
    value: sentCommand?.value,
    error,
    message: error && describe(command, error),
    reset,
  }
}

/** The state of a command, as the question about it shows it. */
export type ShownCommand = Pick<ReturnType<typeof useCommand>, 'isPending' | 'waiting' | 'message' | 'reset'>

function describe<Subject, Value>({ failed }: Command<Subject, Value>, error: Error): string | null {
  return (typeof failed === 'string' ? messageOf(error, failed) : failed?.(error)) ?? null
}

/** `unknown`: no answer came, so it may have taken effect. The same command sent again has the same key. */
export type CommandStatus = 'queued' | 'sending' | 'done' | 'rejected' | 'unknown'

/** The latest command of a place, as a screen shows it. */
export interface SentCommand<Subject = unknown, Value = unknown> {
  readonly key: string
  readonly subject: Subject
  /** Null for a canceled command. */
  readonly status: CommandStatus | null
  /** The value with which the server accepted it. */
  readonly value: Value | undefined
  readonly error: Error | null
}

export interface CommandToSend<Subject, Value> {
  /** The row, form or other place that shows it: it has one command at a time, the latest. */
  readonly place: string
  /** The entity that it changes, such as a team: commands about one are sent in the order in which they were made. */
  readonly entity?: string | undefined
  /** The content of the command: best the request itself. */
  readonly subject: Subject
  /** The key of a first try; a new one if absent. A retry of an unanswered command has that command's key. */
  readonly key?: string
  /** Calls the server under the key, with the subject that the first try under this key had. */
  readonly send: (subject: Subject, key: string) => Promise<Value>
  /** Returns whether a command for one subject is a command for the other as well; equal ones are unless given. */
  readonly isSame?: (one: Subject, other: Subject) => boolean
  /** Milliseconds before each repetition within one try, if no answer came. Screens show it as sending meanwhile. */
  readonly pauses?: readonly number[] | undefined
  /** True if whole tries are repeated until the server answers. Screens show the repeated ones as `unknown`. */
  readonly isRepeated?: boolean
  /** Is called and awaited before the command is shown as failed. */
  readonly onError?: (error: Error) => unknown
  readonly onStatus?: (status: 'queued' | 'sending') => void
  /** Cancels the command. */
  readonly signal?: AbortSignal | undefined
}

/** The error with which a canceled command rejects, unless its signal has a reason. */
export class CommandCanceled extends Error {
  override readonly name = 'CommandCanceled'
}

// Commands are stored as mutations of TanStack's cache, one a place, so that they outlive their component.

const cache = queryClient.getMutationCache()
type CommandMutation = ReturnType<typeof cache.build<unknown, Error, void, unknown>>

/** The `meta` of a mutation: the command that it sends. */
interface CommandMeta {
  readonly key: string
  readonly subject: unknown
  /** The status that screens show until the mutation succeeds or fails; null for a canceled command. */
  readonly pendingStatus: 'queued' | 'sending' | 'unknown' | null
}
const readMeta = ({ meta }: CommandMutation) => meta as unknown as CommandMeta

const mutationAt = (place: string) => cache.find({ mutationKey: ['command', place] }) as CommandMutation | undefined

function replaceMutation(place: string, meta: CommandMeta, mutationFn?: () => Promise<unknown>): CommandMutation {
  const previous = mutationAt(place)
  const mutation: CommandMutation = cache.build(queryClient, {
    mutationKey: ['command', place],
    meta: { ...meta },
    networkMode: 'always',
    gcTime: Number.POSITIVE_INFINITY,
    ...(mutationFn && { mutationFn }),
  })
  if (previous) cache.remove(previous)
  return mutation
}

function removeMutation(place: string): void {
  const mutation = mutationAt(place)
  if (mutation) cache.remove(mutation)
}

function computeStatus(mutation: CommandMutation): CommandStatus | null {
  const { status, error } = mutation.state
  if (status === 'success') return 'done'
  if (status === 'error') return isDomainError(error) ? 'rejected' : 'unknown'
  return readMeta(mutation).pendingStatus
}

/** The latest command of a place. */
export function commandAt(place: string): SentCommand | undefined {
  const mutation = mutationAt(place)
  if (!mutation) return undefined
  const { key, subject } = readMeta(mutation)
  return { key, subject, status: computeStatus(mutation), value: mutation.state.data, error: mutation.state.error }
}

/** Returns whether a command is queued or sending. One resent after an unknown outcome is not, so its button works. */
export function isUnderWay(place: string): boolean {
  const status = commandAt(place)?.status
  return status === 'queued' || status === 'sending'
}

const isAnswered = (command: SentCommand | undefined): boolean =>
  command?.status === 'done' || command?.status === 'rejected'

/** The controllers of the commands that are sent, or wait to be sent, by place. */
const abortControllers = new Map<string, AbortController>()

/**
 * Sends a command: once, however often it is tried. Without a connection it waits for it, and where the connection is
 * lost before the answer came, it waits for it again, under its key. Rejects as `send` does, or with the reason of a
 * cancel.
 */
export async function sendCommand<Subject, Value>(command: CommandToSend<Subject, Value>): Promise<Value> {
  const { place, entity, isSame = isEqual, signal: callerSignal } = command
  callerSignal?.throwIfAborted()
  const previous = commandAt(place) as SentCommand<Subject> | undefined
  const isRetry = previous && !isAnswered(previous) && isSame(previous.subject, command.subject)
  // A retry has the key and the very request of the first try, because the server rejects a key with another request.
  const { key = newKey(), subject } = isRetry ? previous : command
  const controller = takeOver(place)
  const isLatest = () => abortControllers.get(place) === controller
  // This signal must not stop a later command of the place.
  const onAbort = () => isLatest() && stop(place, callerSignal?.reason)
  callerSignal?.addEventListener('abort', onAbort)
  try {
    const run = () => sendUnderKey({ ...command, key, subject }, controller.signal)
    if (entity === undefined) return await run()
    if (turns.has(entity)) showWaitingForTurn(place, key, subject)
    return await inTurn(entity, run)
  } finally {
    callerSignal?.removeEventListener('abort', onAbort)
    if (isLatest()) endSending(place)
  }
}

/**
 * Ends the tries of the place's earlier command. If its request is under way, its caller still gets the answer, but no
 * screen shows it.
 */
function takeOver(place: string): AbortController {
  abortControllers.get(place)?.abort()
  const controller = new AbortController()
  abortControllers.set(place, controller)
  return controller
}

/** An answered command stays only while a component shows it. An unanswered one stays, because a retry needs its key. */
function endSending(place: string): void {
  abortControllers.delete(place)
  if (!isShown(place) && isAnswered(commandAt(place))) removeMutation(place)
}

/** Screens show a command that waits for its turn as sending already, or as queued if the connection is lost. */
function showWaitingForTurn(place: string, key: string, subject: unknown): void {
  replaceMutation(place, { key, subject, pendingStatus: isConnectionLost() ? 'queued' : 'sending' })
}

/** By entity, the promise that resolves once the last command about it is over. */
const turns = new Map<string, Promise<unknown>>()

/** Runs once all earlier commands about the entity are over. */
function inTurn<Value>(entity: string, run: () => Promise<Value>): Promise<Value> {
  const result = turns.get(entity)?.then(run) ?? run()
  const settled = result
    .catch(() => undefined)
    .then(() => {
      if (turns.get(entity) === settled) turns.delete(entity)
    })
  turns.set(entity, settled)
  return result
}

type KeyedCommand<Subject, Value> = CommandToSend<Subject, Value> & { readonly key: string }

/** Tries until the server has answered, or no further try is to be made. */
async function sendUnderKey<Subject, Value>(
  command: KeyedCommand<Subject, Value>,
  signal: AbortSignal,
): Promise<Value> {
  signal.throwIfAborted()
  let isOutcomeUnknown = false
  let failures = 0
  if (isConnectionLost()) {
    showQueued(command, signal)
    await whenConnected(signal)
  }
  for (;;) {
    const outcome: TryOutcome<Value> = await tryOnce(command, isOutcomeUnknown, signal)
    if (outcome.kind === 'answered') return outcome.value
    if (isFinal(outcome.kind, command)) throw outcome.error
    // A command that went offline is shown as queued by now, and only waits for the connection.
    isOutcomeUnknown = outcome.kind === 'unknown'
    if (isOutcomeUnknown) {
      failures++
      // The other half passes in `whenConnected`, which pauses as well while the site does not answer.
      await pause(pauseAfter(failures) / 2, signal)
    }
    await whenConnected(signal)
  }
}

/** Why a try failed. `offline` and `unknown`: no answer came, so the command may have arrived nevertheless. */
type FailureKind = 'rejected' | 'offline' | 'unknown'

type TryOutcome<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  | { readonly kind: FailureKind; readonly error: unknown }

/** The device went offline before the answer came. */
class WentOffline extends Error {}

function failureKind(error: unknown): FailureKind {
  if (error instanceof WentOffline) return 'offline'
  return isDomainError(error) ? 'rejected' : 'unknown'
}

function isFinal(kind: FailureKind, { isRepeated = false }: Pick<KeyedCommand<never, unknown>, 'isRepeated'>): boolean {
  return kind === 'rejected' || (kind === 'unknown' && !isRepeated)
}

/** Runs the command as a mutation, so that screens show it. Throws the signal's reason once it is canceled. */
async function tryOnce<Subject, Value>(
  command: KeyedCommand<Subject, Value>,
  isOutcomeUnknown: boolean,
  signal: AbortSignal,
): Promise<TryOutcome<Value>> {
  const { place, subject, key, onError, onStatus } = command
  const run = async () => {
    try {
      return await callServer(command, signal)
    } catch (error) {
      if (error === signal.reason) throw error
      const kind = failureKind(error)
      // The command is queued before the mutation fails, so that no screen shows a failure in between.
      if (kind === 'offline') showQueued(command, signal)
      if (isFinal(kind, command)) await onError?.(error as Error)
      throw error
    }
  }
  onStatus?.('sending')
  const mutation = replaceMutation(
    place,
    { key, subject, pendingStatus: isOutcomeUnknown ? 'unknown' : 'sending' },
    run,
  )
  try {
    return { kind: 'answered', value: (await mutation.execute()) as Value }
  } catch (error) {
    signal.throwIfAborted()
    return { kind: failureKind(error), error }
  }
}

/** Calls the server, and again after each of the command's pauses. Throws an `Error`, or the signal's reason. */
async function callServer<Subject, Value>(
  { subject, key, send, pauses = [] }: KeyedCommand<Subject, Value>,
  signal: AbortSignal,
): Promise<Value> {
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

function showQueued<Subject>({ place, key, subject, onStatus }: KeyedCommand<Subject, unknown>, signal: AbortSignal) {
  if (!signal.aborted) replaceMutation(place, { key, subject, pendingStatus: 'queued' })
  onStatus?.('queued')
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  signal.throwIfAborted()
}

/** Sends the command no more. Its place still has its key, because it may have arrived. */
function stop(place: string, reason: unknown = new CommandCanceled()): void {
  const command = commandAt(place)
  abortControllers.get(place)?.abort(reason)
  if (command) replaceMutation(place, { key: command.key, subject: command.subject, pendingStatus: null })
}

/** Cancels a command that waits for the connection. */
export function cancelCommand(place: string): void {
  if (commandAt(place)?.status === 'queued') stop(place)
}

/** Shows nothing of the command any more; one that is on its way is shown until it is answered. */
export function resetCommand(place: string): void {
  switch (commandAt(place)?.status) {
    case 'queued':
    case 'unknown': // The command may have arrived, so its place still needs its key.
      stop(place)
      break
    case 'done':
    case 'rejected':
      removeMutation(place)
  }
}

/** The number of components that show each place; places without one are missing. */
const watcherCounts = new Map<string, number>()

function countWatchers(place: string, change: 1 | -1): void {
  const count = (watcherCounts.get(place) ?? 0) + change
  if (count > 0) watcherCounts.set(place, count)
  else watcherCounts.delete(place)
  if (count === 0 && !abortControllers.has(place)) removeMutation(place)
}

export const isShown = (place: string): boolean => watcherCounts.has(place)

const subscribe = (listener: () => void) => cache.subscribe(listener)

/**
 * The latest command of a place. It outlives the component, so that a row that comes back shows what still waits; an
 * answered one goes with the last component that shows it.
 */
export function useSentCommand(place: string): SentCommand | undefined {
  // Only draws again: `commandAt` returns another object at each call, so it cannot be the snapshot.
  useSyncExternalStore(subscribe, () => mutationAt(place)?.state)
  useEffect(() => {
    countWatchers(place, 1)
    return () => countWatchers(place, -1)
  }, [place])
  return commandAt(place)
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

// Queued commands are lost with the tab, so the browser asks before it closes.
cache.subscribe(() => {
  const isAnyQueued = cache.getAll().some(({ meta }) => meta?.['pendingStatus'] === 'queued')
  globalThis[isAnyQueued ? 'addEventListener' : 'removeEventListener']?.('beforeunload', warn)
})
