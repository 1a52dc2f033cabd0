import { NetworkError } from '@ultimate/kit/request/api.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { isDomainError } from '../request/answer.ts'
import { newKey } from '../request/idempotency-key.ts'
import { isConnectionLost, isOffline, pauseAfter, whenConnected } from './connection.ts'

/** `unknown`: no answer came, so it may have taken effect. The same command sent again has the same key. */
export type CommandStatus = 'queued' | 'sending' | 'done' | 'rejected' | 'unknown'

/** The latest command of a place, as a screen shows it. */
export interface SentCommand<Subject = unknown, Value = unknown> {
  readonly key: string
  readonly subject: Subject
  /** Null for one that was canceled. */
  readonly status: CommandStatus | null
  /** With what the server accepted it. */
  readonly value: Value | undefined
  readonly error: Error | null
}

export interface CommandToSend<Subject, Value> {
  /** What shows it, such as a row or a form: it has one command at a time, the latest. */
  readonly place: string
  readonly subject: Subject
  /** For a subject without a command of unknown outcome; a new one unless given. */
  readonly key?: string
  /** Calls the server under the key. */
  readonly send: (subject: Subject, key: string) => Promise<Value>
  /** Whether a command for one subject is a command for the other as well. */
  readonly isSame?: (one: Subject, other: Subject) => boolean
  /** Send again, until the server answers. */
  readonly isRepeated?: boolean
  /** Is called, and waited for, before the command is shown as failed. */
  readonly onError?: (error: Error) => unknown
  readonly onStatus?: (status: 'queued' | 'sending') => void
  /** Cancels it. */
  readonly signal?: AbortSignal | undefined
}

/** With what a command rejects that was canceled, unless its signal has a reason. */
export class CommandCanceled extends Error {
  override readonly name = 'CommandCanceled'
}

/** What a mutation is called with. */
interface Intent {
  readonly key: string
  readonly subject: unknown
  /** Its outcome is unknown, and it is sent again. */
  readonly isAgain?: boolean
}

const cache = queryClient.getMutationCache()
/** `context` is the status of a mutation that does not run. */
type CommandMutation = ReturnType<typeof cache.build<unknown, Error, Intent, 'queued' | 'canceled'>>

const fresh: CommandMutation['state'] = {
  status: 'idle',
  isPaused: false,
  variables: undefined,
  context: undefined,
  data: undefined,
  error: null,
  failureCount: 0,
  failureReason: null,
  submittedAt: 0,
}

const mutationKey = (place: string) => ['command', place]

const mutationAt = (place: string) =>
  cache.find({ mutationKey: mutationKey(place), exact: true }) as CommandMutation | undefined

/** Shows a new mutation at the place, instead of the one before. */
function put(place: string, intent: Intent, context?: 'queued' | 'canceled', run?: () => Promise<unknown>) {
  const before = mutationAt(place)
  const mutation: CommandMutation = cache.build(
    queryClient,
    {
      mutationKey: mutationKey(place),
      networkMode: 'always',
      gcTime: Number.POSITIVE_INFINITY,
      ...(run && { mutationFn: run }),
    },
    { ...fresh, variables: intent, context },
  )
  if (before) cache.remove(before)
  return mutation
}

function forget(place: string): void {
  const mutation = mutationAt(place)
  if (mutation) cache.remove(mutation)
}

function commandFrom({ status, context, variables, data, error }: CommandMutation['state']): SentCommand | undefined {
  if (!variables) return undefined
  const { key, subject } = variables
  return { key, subject, status: statusFrom(), value: data, error }

  function statusFrom(): CommandStatus | null {
    if (status === 'idle') return context === 'queued' ? 'queued' : null
    if (status === 'pending') return variables?.isAgain ? 'unknown' : 'sending'
    if (status === 'success') return 'done'
    return isDomainError(error) ? 'rejected' : 'unknown'
  }
}

/** The latest command of a place. */
export function commandAt(place: string): SentCommand | undefined {
  const state = mutationAt(place)?.state
  return state && commandFrom(state)
}

/** Of the commands that are sent, or wait to be sent. */
const cancels = new Map<string, AbortController>()

/** Whether a place has a command that waits or is on its way, other than one that is only sent again. */
export function isUnderWay(place: string): boolean {
  const status = commandAt(place)?.status
  return status === 'queued' || status === 'sending'
}

/** The key of the command that was not answered yet, where it is about the same subject. */
function openKey<Subject>(place: string, subject: Subject, isSame: (one: Subject, other: Subject) => boolean) {
  const before = commandAt(place)
  return before && !isAnswered(before) && isSame(before.subject as Subject, subject) ? before.key : undefined
}

const isAnswered = (command: SentCommand | undefined): boolean =>
  command?.status === 'done' || command?.status === 'rejected'

/**
 * Sends a command: once, however often it is tried. Without a connection it waits for it, and where the connection is lost
 * before the answer came, it waits for it again, under its key. Rejects as `send` does, or with the reason of a cancel.
 */
export async function sendCommand<Subject, Value>(command: CommandToSend<Subject, Value>): Promise<Value> {
  const { place, subject, isSame = Object.is, signal } = command
  signal?.throwIfAborted()
  const key = openKey(place, subject, isSame) ?? command.key ?? newKey()
  cancels.get(place)?.abort()
  const cancel = new AbortController()
  cancels.set(place, cancel)
  const isLatest = () => cancels.get(place) === cancel
  const onAbort = () => isLatest() && stop(place, signal?.reason)
  signal?.addEventListener('abort', onAbort)
  try {
    return await sendUnder({ ...command, key }, cancel.signal)
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
  const { place, subject, key, send, isRepeated = false, onError, onStatus } = command
  let isWaiting = isConnectionLost()
  const queue = () => {
    if (!signal.aborted) put(place, { key, subject }, 'queued')
    onStatus?.('queued')
  }
  const isFinal = (error: unknown) => !isWaiting && (!isRepeated || isDomainError(error))
  const run = async () => {
    try {
      return await send(subject, key)
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      isWaiting = error instanceof NetworkError && isOffline()
      // Before the mutation fails, so that no screen shows a failure in between.
      if (isWaiting) queue()
      if (isFinal(error)) await onError?.(error)
      throw error
    }
  }
  if (isWaiting) queue()
  for (let failures = 0; ; ) {
    if (isWaiting || failures > 0) await whenConnected(signal)
    const intent = { key, subject, isAgain: !isWaiting && failures > 0 }
    isWaiting = false
    onStatus?.('sending')
    try {
      return (await put(place, intent, undefined, run).execute(intent)) as Value
    } catch (error) {
      signal.throwIfAborted()
      if (isFinal(error)) throw error
      if (!isWaiting) await pause(pauseAfter(++failures) / 2)
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Its key stays, because it may have arrived. */
function stop(place: string, reason: unknown = new CommandCanceled()): void {
  const command = commandAt(place)
  cancels.get(place)?.abort(reason)
  if (command) put(place, { key: command.key, subject: command.subject }, 'canceled')
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

/** How often each place is on the page; those that are not are missing. */
const shown = new Map<string, number>()

function watch(place: string, more: 1 | -1): void {
  const times = (shown.get(place) ?? 0) + more
  if (times > 0) shown.set(place, times)
  else shown.delete(place)
  if (times === 0 && !cancels.has(place)) forget(place)
}

export const isShown = (place: string): boolean => shown.has(place)

const cacheAsStore = {
  getState: () => cache,
  getInitialState: () => cache,
  subscribe: (listener: (now: typeof cache, before: typeof cache) => void) =>
    cache.subscribe(() => listener(cache, cache)),
}

/**
 * The latest command of a place. It outlives the component, so that a row that comes back shows what still waits; what is
 * answered goes with the last component that shows it.
 */
export function useSentCommand(place: string): SentCommand | undefined {
  const state = useStore(cacheAsStore, () => mutationAt(place)?.state)
  useEffect(() => {
    watch(place, 1)
    return () => watch(place, -1)
  }, [place])
  return state && commandFrom(state)
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

// What was not sent yet goes with the tab, so the browser asks.
cache.subscribe(() => {
  const isAnyQueued = cache.getAll().some(({ state }) => state.context === 'queued')
  globalThis[isAnyQueued ? 'addEventListener' : 'removeEventListener']?.('beforeunload', warn)
})
