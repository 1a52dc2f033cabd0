import { queryClient } from '@ultimate/kit/request/query.ts'
// biome-ignore lint/style/noRestrictedImports: the store is TanStack's cache.
import { useEffect, useSyncExternalStore } from 'react'
import { isDomainError } from './answer.ts'

/** A `queued` command waits for the connection. An `unknown` one got no answer, but may have taken effect. */
export type CommandStatus = 'queued' | 'sending' | 'done' | 'rejected' | 'unknown'

/** The latest command of a place, as a screen shows it. */
export interface SentCommand<Subject = unknown, Value = unknown> {
  readonly key: string
  readonly subject: Subject
  /** Null for a canceled command. */
  readonly status: CommandStatus | null
  /** The result of `send`, once the command is done. */
  readonly value: Value | undefined
  readonly error: Error | null
}

/**
 * The latest command of each place. A place is the row, form or other part of a page that shows the command. Commands
 * are mutations of TanStack's cache, so that they outlive the components that show them.
 */
const cache = queryClient.getMutationCache()
type CommandMutation = ReturnType<typeof cache.build<unknown, Error, void, unknown>>

/** A mutation stores this about its command, as its `meta`. */
interface CommandMeta {
  readonly key: string
  readonly subject: unknown
  /** The status until the mutation succeeds or fails; null for a canceled command. */
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

/** Makes this command the latest of its place, without sending it. */
export const showCommand = (place: string, meta: CommandMeta): void => void replaceMutation(place, meta)

/** Makes this command the latest of its place, and sends it. The result of `send` decides about its further status. */
export const runCommand = <Value>(place: string, meta: CommandMeta, send: () => Promise<Value>): Promise<Value> =>
  replaceMutation(place, meta, send).execute() as Promise<Value>

function computeStatus(mutation: CommandMutation): CommandStatus | null {
  const { status, error } = mutation.state
  if (status === 'success') return 'done'
  if (status === 'error') return isDomainError(error) ? 'rejected' : 'unknown'
  return readMeta(mutation).pendingStatus
}

/** Returns the latest command of a place. */
export function commandAt(place: string): SentCommand | undefined {
  const mutation = mutationAt(place)
  if (!mutation) return undefined
  const { key, subject } = readMeta(mutation)
  return { key, subject, status: computeStatus(mutation), value: mutation.state.data, error: mutation.state.error }
}

/**
 * Returns whether the command of a place is queued or sending. A command whose outcome is unknown is neither, even
 * while it is sent again, so that its button works.
 */
export function isUnderWay(place: string): boolean {
  const status = commandAt(place)?.status
  return status === 'queued' || status === 'sending'
}

export const isAnswered = (command: SentCommand | undefined): boolean =>
  command?.status === 'done' || command?.status === 'rejected'

/** By place, the controller that ends its sending. Places whose command is neither sent nor waits are missing. */
const controllers = new Map<string, AbortController>()

/**
 * Begins the sending of a new command, and ends that of the earlier one. If the request of the earlier command is under
 * way, its caller still gets the answer, but no screen shows it.
 */
export function beginSending(place: string): AbortController {
  controllers.get(place)?.abort()
  const controller = new AbortController()
  controllers.set(place, controller)
  return controller
}

/** Returns whether no later command of the place has begun. */
export const isLatest = (place: string, controller: AbortController): boolean => controllers.get(place) === controller

/** Forgets the command if it was answered and no component shows it. An unanswered one stays: a retry needs its key. */
export function endSending(place: string): void {
  controllers.delete(place)
  if (!isShown(place) && isAnswered(commandAt(place))) removeMutation(place)
}

/** The error with which `sendCommand` rejects for a canceled command, unless its `signal` has a reason. */
export class CommandCanceled extends Error {
  override readonly name = 'CommandCanceled'
}

/** Ends the sending of a command. The command may have arrived, so its place still has its key, for a retry. */
export function stopCommand(place: string, reason: unknown = new CommandCanceled()): void {
  const command = commandAt(place)
  controllers.get(place)?.abort(reason)
  if (command) showCommand(place, { key: command.key, subject: command.subject, pendingStatus: null })
}

/** Cancels a command that waits for the connection. Does nothing with a command in another status. */
export function cancelCommand(place: string): void {
  if (commandAt(place)?.status === 'queued') stopCommand(place)
}

/** Makes the place show no command. A command with the status `sending` is shown until it is answered. */
export function resetCommand(place: string): void {
  switch (commandAt(place)?.status) {
    case 'queued':
    case 'unknown':
      stopCommand(place)
      break
    case 'done':
    case 'rejected':
      removeMutation(place)
  }
}

/** The number of components that show each place. Places that no component shows are missing. */
const watcherCounts = new Map<string, number>()

export const isShown = (place: string): boolean => watcherCounts.has(place)

function countWatchers(place: string, change: 1 | -1): void {
  const count = (watcherCounts.get(place) ?? 0) + change
  if (count > 0) watcherCounts.set(place, count)
  else watcherCounts.delete(place)
  if (count === 0 && !controllers.has(place)) removeMutation(place)
}

const subscribe = (listener: () => void) => cache.subscribe(listener)

/**
 * Returns the latest command of a place. A command that is sent or waits outlives the component, so that a row that
 * comes back shows it. All others are forgotten with the last component that shows them.
 */
export function useSentCommand(place: string): SentCommand | undefined {
  // Draws the component again. `commandAt` cannot be the snapshot, because it returns another object at each call.
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
  if (isAnyQueued) globalThis.addEventListener?.('beforeunload', warn)
  else globalThis.removeEventListener?.('beforeunload', warn)
})
