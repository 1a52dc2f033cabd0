import { newKey } from '@ultimate/kit/request/answer.ts'
import { onAnswer } from '@ultimate/kit/state/answers.ts'
import { useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { clockOffset } from '@ultimate/kit/state/device-clock.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { channelOfTabs } from '@ultimate/kit/state/tabs.ts'
import { countWaiting, useWaitingStore, useWipedStore } from '@ultimate/kit/state/waiting.ts'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { alone } from '../offline-queue/alone.ts'
import {
  type CommandRequest,
  createCommand,
  deviceOwner,
  type QueuedCommand,
  type SendOutcome,
} from '../offline-queue/command.ts'
import { deliver, fixTime } from '../offline-queue/deliver.ts'
import { createQueue, type QueueNews } from '../offline-queue/engine.ts'
import { deviceStore, StorageWiped } from '../offline-queue/store.ts'
import {
  fromStored,
  oncePerCommand,
  type StoredCommand,
  type StoredOutcome,
  toStored,
  toStoredOutcome,
} from '../offline-queue/stored-command.ts'
import { showCounts } from './waiting-counts.ts'

// Released parts ask the shell for this file and its exports by these names, and take commands in their stored form.
// New code imports `offline-queue/queue.ts`, which has the current names.

/** Is called with the outcome of a command, in the tab that sent it and, of what was accepted, in the others. */
export type OutcomeListener = (command: StoredCommand, outcome: StoredOutcome) => void | Promise<void>

const storedForm = oncePerCommand((command: QueuedCommand) => toStored(command))

const outcomeListeners = new Set<OutcomeListener>()
/** The operations whose page itself shows that they ended the session. */
const operationsShowingEnding = new Set<string>()
const channel = channelOfTabs('outbox')

const store = deviceStore((error) => {
  if (!(error instanceof StorageWiped)) return useWaitingStore.setState({ isKept: false })
  useWipedStore.setState({ isWiped: true })
  updateCounts()
})

const userId = (): string | null => useSessionStore.getState().user?.id ?? null

/** The listeners when the last request was sent. Its answer may end the session, and remove the page that shows that. */
let listenersAtSend: readonly OutcomeListener[] = []

async function notifyListeners(command: QueuedCommand, outcome: SendOutcome): Promise<void> {
  // A screen that fails to show an answer must not keep the next command from being sent.
  for (const listener of new Set([...listenersAtSend, ...outcomeListeners]))
    await Promise.resolve(listener(storedForm(command), toStoredOutcome(outcome))).catch(console.error)
}

let timer: ReturnType<typeof setTimeout> | undefined

const queue = createQueue({
  store,
  send: (command) => {
    listenersAtSend = [...outcomeListeners]
    return deliver(command, operationsShowingEnding.has(command.operation))
  },
  fixTime,
  owner: () => userId() ?? deviceOwner.id,
  now: Date.now,
  random: Math.random,
  alone,
  later: (ms, wake) => {
    clearTimeout(timer)
    timer = setTimeout(wake, ms)
  },
  publish: ({ command, ...news }) => channel?.postMessage({ ...news, tap: toStored(command) } satisfies TabMessage),
  onOutcome: notifyListeners,
})

/** News between tabs, which may be of other releases. */
type TabMessage = Omit<QueueNews, 'command'> & { readonly tap: StoredCommand; readonly answer?: unknown }

channel?.addEventListener('message', ({ data: { type, tap, answer } }: MessageEvent<TabMessage>) => {
  const command = fromStored(tap)
  const receive = () => queue.receive({ type, command })
  if (type === 'gone' && answer !== undefined) void notifyListeners(command, { kind: 'done', answer }).then(receive)
  else receive()
})

const updateCounts = (): void => showCounts(queue.commands().values(), store.isStored())

const wake = (): void => void queue.wake()

/** Loads the commands of earlier visits, notices which the browser has deleted, and sends. */
async function start(): Promise<void> {
  const earlierCounts = useWaitingStore.getState().of
  await queue.load()
  if (store.isStored() && queue.commands().size === 0 && earlierCounts.length > 0)
    useWaitingStore.setState({ lost: countWaiting(earlierCounts) })
  updateCounts()
  queue.state.subscribe(updateCounts)
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
  })
  useSessionStore.subscribe((session, before) => {
    if (session.token !== before.token && session.token !== null) wake()
  })
  // Any good answer proves a connection, so that nothing has to wait for its next try.
  onAnswer(() => {
    if (queue.isDisconnected()) wake()
  })
  useConnectionStore.subscribe((now, before) => {
    if (before.isStreamLost && !now.isStreamLost) wake()
  })
  await queue.run()
}

const started = start()

const maxFrameMs = 200

let isPersistenceAsked = false
/**
 * Asks the browser not to delete the site's data when it needs room. Some browsers ask the user then, so this is done
 * only once there is something to send.
 */
function askForPersistence(): void {
  if (isPersistenceAsked) return
  isPersistenceAsked = true
  void navigator.storage?.persist?.().catch(() => undefined)
}

/**
 * Queues a command of the signed-in user, or of the device. Resolves when it is stored; with null where no one is
 * signed in.
 */
export async function keepTap(request: CommandRequest, key = newKey()): Promise<StoredCommand | null> {
  const { user } = useSessionStore.getState()
  const isOfDevice = request.note?.['ofDevice'] === true
  if (user === null && !isOfDevice) return null
  const owner = user === null || isOfDevice ? deviceOwner : { id: user.id, username: user.username }
  const origin = { key, owner, queuedAt: Date.now(), offsetMs: clockOffset() }
  const command = await queue.add(createCommand(request, origin))
  sendAfterPaint()
  return storedForm(command)
}

let isSendingSoon = false

/**
 * Sends after the command is drawn, because the work of sending would delay the drawing on a slow phone. A page in the
 * background draws nothing, so it sends at once.
 */
function sendAfterPaint(): void {
  if (isSendingSoon) return
  isSendingSoon = true
  const send = () => {
    if (!isSendingSoon) return
    isSendingSoon = false
    askForPersistence()
    void queue.run()
  }
  if (!document.hidden) requestAnimationFrame(() => setTimeout(send))
  // A page that goes into the background right now gets no frame, so the timer sends.
  setTimeout(send, document.hidden ? 0 : maxFrameMs)
}

/** Tries at once what waits. */
export const sendNow = (): Promise<void> => queue.wake()

/** Decides about a rejected command: `keep theirs` deletes it; `do mine now` queues it once more, as of now. */
export const decideTap = async (command: StoredCommand, decision: 'keep theirs' | 'do mine now'): Promise<void> => {
  await queue.decide(fromStored(command), decision === 'keep theirs' ? 'discard' : 'repeat', createRepetition)
  void queue.run()
}

function createRepetition({ operation, params, body, answers, subject, label, note, passing, owner }: QueuedCommand) {
  // `from`, the state that the user saw, is left out: the decision holds regardless of what others did since.
  const { from: _, ...bodyWithoutFrom } = body
  const request: CommandRequest = {
    operation,
    params,
    body: bodyWithoutFrom,
    answers,
    subject,
    label,
    ...(note && { note }),
    ...(passing && { passing }),
  }
  return createCommand(request, { key: newKey(), owner, queuedAt: Date.now(), offsetMs: clockOffset() })
}

/** `showsEnding` names the call for which the listener itself shows that it ended the session. */
export function onOutcome(listener: OutcomeListener, showsEnding?: string): () => void {
  outcomeListeners.add(listener)
  if (showsEnding !== undefined) operationsShowingEnding.add(showsEnding)
  return () => {
    outcomeListeners.delete(listener)
    if (showsEnding !== undefined) operationsShowingEnding.delete(showsEnding)
  }
}

const isOwn = ({ owner }: QueuedCommand, user: string | undefined): boolean =>
  owner.id === user || owner.id === deviceOwner.id

/** Returns the unsent commands of the signed-in user and of the device, the oldest first. */
export function useTaps(): readonly StoredCommand[] {
  const commands = useStore(queue.state, (state) => state.commands)
  const user = useSessionStore((session) => session.user?.id)
  return useMemo(
    () =>
      [...commands.values()]
        .filter((command) => isOwn(command, user))
        .toSorted((one, other) => one.order - other.order)
        .map(storedForm),
    [commands, user],
  )
}

/**
 * Returns the commands of other users. They wait on this device until their user signs in: for ever if that user was
 * removed.
 */
export function useTapsOfOthers(): readonly StoredCommand[] {
  const commands = useStore(queue.state, (state) => state.commands)
  const user = useSessionStore((session) => session.user?.id)
  return useMemo(
    () => [...commands.values()].filter((command) => !isOwn(command, user)).map(storedForm),
    [commands, user],
  )
}

/** Deletes commands from this device unsent. */
export async function discardTaps(commands: readonly StoredCommand[]): Promise<void> {
  for (const command of commands) await queue.discard(fromStored(command))
}

/** Resolves once the commands of earlier visits are loaded. */
export const outboxBegun = (): Promise<void> => started
