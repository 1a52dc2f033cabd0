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
  readonly onDone?: (value: Value, subject: Subject) => unknown
  readonly onError?: (error: Error, subject: Subject) => unknown
  /** Names what the command is about, where its component comes and goes: the next one shows the command that waits. */
  readonly place?: string
}

/** A command that is not sent yet, because the connection is lost. */
export interface Waiting {
  readonly cancel: () => void
}

/**
 * One command of a button or a dialog. Until the server has answered, asking again about the same subject sends the
 * same key. Without a connection the command waits for it, shows that (`waiting`) and can be canceled.
 */
export function useCommand<Subject = void, Value = unknown>(command: Command<Subject, Value>) {
  const [own] = useState(newKey)
  const { place = own } = command
  const latest = useRef(command)
  latest.current = command
  const known = useSentCommand(place) as SentCommand<Subject, Value> | undefined

  const run = useCallback(
    (subject: Subject) => {
      const { send, onDone, onError, failed, place: _, ...options } = latest.current
      let hasWaited = false
      sendCommand<Subject, Value>({
        ...options,
        place,
        subject,
        send: async (sent, key) => {
          const value = await send(sent, key)
          await latest.current.onDone?.(value, sent)
          return value
        },
        onStatus: (status) => {
          hasWaited ||= status === 'queued'
        },
        onError: async (error) => {
          await latest.current.onError?.(error, subject)
          // Its row may be gone by now.
          const message = hasWaited && !isShown(place) && describe(latest.current, error)
          if (message) toast.error(message)
        },
      }).catch(() => undefined)
    },
    [place],
  )
  const cancel = useCallback(() => cancelCommand(place), [place])
  const reset = useCallback(() => resetCommand(place), [place])
  const waiting: Waiting | null = known?.status === 'queued' ? { cancel } : null
  const error = known?.error ?? null
  return {
    run,
    isPending: known?.status === 'sending' || waiting !== null,
    waiting,
    status: known?.status ?? null,
    /** The subject of the latest command. */
    subject: known?.subject,
    /** The value with which the server accepted the last one. */
    value: known?.value,
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
  /** Null for one that was canceled. */
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
  /** The key for a subject without a command of unknown outcome; a new one unless given. */
  readonly key?: string
  /** Calls the server under the key, with the subject that the first try under this key had. */
  readonly send: (subject: Subject, key: string) => Promise<Value>
  /** Returns whether a command for one subject is a command for the other as well; equal ones are unless given. */
  readonly isSame?: (one: Subject, other: Subject) => boolean
  /** Milliseconds to wait before each further try that no screen shows, where no answer came. */
  readonly pauses?: readonly number[] | undefined
  /** True where it is sent again until the server answers. */
  readonly isRepeated?: boolean
  /** Is called, and waited for, before the command is shown as failed. */
  readonly onError?: (error: Error) => unknown
  readonly onStatus?: (status: 'queued' | 'sending') => void
  /** Cancels it. */
  readonly signal?: AbortSignal | undefined
}

/** The error with which a canceled command rejects, unless its signal has a reason. */
export class CommandCanceled extends Error {
  override readonly name = 'CommandCanceled'
}

const cache = queryClient.getMutationCache()
type CommandMutation = ReturnType<typeof cache.build<unknown, Error, void, unknown>>

/** The command of a mutation. */
interface Intent {
  readonly key: string
  readonly subject: unknown
  /**
   * The status of a mutation that does not run; or of one that runs again, as the outcome of the last try is unknown.
   */
  readonly status?: 'queued' | 'canceled' | 'unknown'
}
const intentOf = ({ meta }: CommandMutation) => meta as unknown as Intent

const mutationAt = (place: string) => cache.find({ mutationKey: ['command', place] }) as CommandMutation | undefined

/** Shows a new mutation at the place, instead of the one before. */
function put(place: string, intent: Intent, run?: () => Promise<unknown>) {
  const before = mutationAt(place)
  const mutation: CommandMutation = cache.build(queryClient, {
    mutationKey: ['command', place],
    meta: { ...intent },
    networkMode: 'always',
    gcTime: Number.POSITIVE_INFINITY,
    ...(run && { mutationFn: run }),
  })
  if (before) cache.remove(before)
  return mutation
}

function forget(place: string): void {
  const mutation = mutationAt(place)
  if (mutation) cache.remove(mutation)
}

function computeStatus(mutation: CommandMutation): CommandStatus | null {
  const { status = 'sending' } = intentOf(mutation)
  const { state } = mutation
  if (state.status === 'success') return 'done'
  if (state.status === 'error') return isDomainError(state.error) ? 'rejected' : 'unknown'
  return status === 'canceled' ? null : status
}

/** The latest command of a place. */
export function commandAt(place: string): SentCommand | undefined {
  const mutation = mutationAt(place)
  if (!mutation) return undefined
  const { key, subject } = intentOf(mutation)
  return { key, subject, status: computeStatus(mutation), value: mutation.state.data, error: mutation.state.error }
}

/** The controllers of the commands that are sent, or wait to be sent, by place. */
const cancels = new Map<string, AbortController>()

/** Returns whether a place has a command that waits or is on its way, other than one that is only sent again. */
export function isUnderWay(place: string): boolean {
  const status = commandAt(place)?.status
  return status === 'queued' || status === 'sending'
}

/** The promises that end with the last command about an entity, by entity. */
const turns = new Map<string, Promise<unknown>>()

/** Runs once all earlier commands about the entity are over. */
function inTurn<Value>(entity: string, run: () => Promise<Value>): Promise<Value> {
  const own = turns.get(entity)?.then(run) ?? run()
  const over = own
    .catch(() => undefined)
    .then(() => {
      if (turns.get(entity) === over) turns.delete(entity)
    })
  turns.set(entity, over)
  return own
}

const isAnswered = (command: SentCommand | undefined): boolean =>
  command?.status === 'done' || command?.status === 'rejected'

/**
 * Sends a command: once, however often it is tried. Without a connection it waits for it, and where the connection is
 * lost before the answer came, it waits for it again, under its key. Rejects as `send` does, or with the reason of a
 * cancel.
 */
export async function sendCommand<Subject, Value>(command: CommandToSend<Subject, Value>): Promise<Value> {
  const { place, entity, isSame = isEqual, signal } = command
  signal?.throwIfAborted()
  const before = commandAt(place) as SentCommand<Subject> | undefined
  const isSentBefore = before && !isAnswered(before) && isSame(before.subject, command.subject)
  // The server refuses a key that it knows for another request.
  const { key = newKey(), subject } = isSentBefore ? before : command
  cancels.get(place)?.abort()
  const cancel = new AbortController()
  cancels.set(place, cancel)
  const isLatest = () => cancels.get(place) === cancel
  const onAbort = () => isLatest() && stop(place, signal?.reason)
  signal?.addEventListener('abort', onAbort)
  try {
    const run = () => sendUnder({ ...command, key, subject }, cancel.signal)
    if (entity === undefined) return await run()
    // It is shown as under way before its turn as well.
    if (turns.has(entity)) put(place, { key, subject, ...(isConnectionLost() && { status: 'queued' }) })
    return await inTurn(entity, run)
  } finally {
    signal?.removeEventListener('abort', onAbort)
    if (isLatest()) {
      cancels.delete(place)
      if (!isShown(place) && isAnswered(commandAt(place))) forget(place)
    }
  }
}

type KeyedCommand<Subject, Value> = CommandToSend<Subject, Value> & { readonly key: string }

async function sendUnder<Subject, Value>(command: KeyedCommand<Subject, Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted()
  const { place, subject, key, send, pauses = [], isRepeated = false, onError, onStatus } = command
  let isWaiting = isConnectionLost()
  const queue = () => {
    if (!signal.aborted) put(place, { key, subject, status: 'queued' })
    onStatus?.('queued')
  }
  const isFinal = (error: unknown) => !isWaiting && (!isRepeated || isDomainError(error))
  const run = async () => {
    try {
      return await retryUntilAnswered(
        () => send(subject, key),
        pauses,
        (ms) => pause(ms, signal),
      )
    } catch (thrown) {
      if (thrown === signal.reason) throw thrown
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      isWaiting = error instanceof NetworkError && isOffline()
      // It is queued before the mutation fails, so that no screen shows a failure in between.
      if (isWaiting) queue()
      if (isFinal(error)) await onError?.(error)
      throw error
    }
  }
  if (isWaiting) queue()
  for (let failures = 0; ; ) {
    if (isWaiting || failures > 0) await whenConnected(signal)
    const intent: Intent = { key, subject, ...(!isWaiting && failures > 0 && { status: 'unknown' }) }
    isWaiting = false
    onStatus?.('sending')
    try {
      return (await put(place, intent, run).execute()) as Value
    } catch (error) {
      signal.throwIfAborted()
      if (isFinal(error)) throw error
      if (!isWaiting) await pause(pauseAfter(++failures) / 2, signal)
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  signal.throwIfAborted()
}

/** Its key stays, because it may have arrived. */
function stop(place: string, reason: unknown = new CommandCanceled()): void {
  const command = commandAt(place)
  cancels.get(place)?.abort(reason)
  if (command) put(place, { key: command.key, subject: command.subject, status: 'canceled' })
}

/** Takes back a command that was not sent yet. It keeps its key: the connection may have gone after it had arrived. */
export function cancelCommand(place: string): void {
  if (commandAt(place)?.status === 'queued') stop(place)
}

/** Shows nothing of the command any more. What was not sent yet is canceled; what was not answered keeps its key. */
export function resetCommand(place: string): void {
  cancelCommand(place)
  const status = commandAt(place)?.status
  if (status === 'unknown') stop(place)
  else if (status !== 'sending' && status !== null) forget(place)
}

/** The number of times that each place is on the page; those that are not are missing. */
const shown = new Map<string, number>()

function watch(place: string, more: 1 | -1): void {
  const times = (shown.get(place) ?? 0) + more
  if (times > 0) shown.set(place, times)
  else shown.delete(place)
  if (times === 0 && !cancels.has(place)) forget(place)
}

export const isShown = (place: string): boolean => shown.has(place)

const subscribe = (listener: () => void) => cache.subscribe(listener)

/**
 * The latest command of a place. It outlives the component, so that a row that comes back shows what still waits; what
 * is answered goes with the last component that shows it.
 */
export function useSentCommand(place: string): SentCommand | undefined {
  useSyncExternalStore(subscribe, () => mutationAt(place)?.state)
  useEffect(() => {
    watch(place, 1)
    return () => watch(place, -1)
  }, [place])
  return commandAt(place)
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

// Unsent commands go with the tab, so the browser asks.
cache.subscribe(() => {
  const isAnyQueued = cache.getAll().some(({ meta }) => meta?.['status'] === 'queued')
  globalThis[isAnyQueued ? 'addEventListener' : 'removeEventListener']?.('beforeunload', warn)
})
