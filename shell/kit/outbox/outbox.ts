import { newKey } from '@ultimate/kit/request/idempotency-key.ts'
import { onAnswer } from '@ultimate/kit/state/answers.ts'
import { clockOffset } from '@ultimate/kit/state/device-clock.ts'
import { useLineStore } from '@ultimate/kit/state/line.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { channelOfTabs } from '@ultimate/kit/state/tabs.ts'
import { useWaitingStore, useWipedStore, type WaitingOf, waitingOnDevice } from '@ultimate/kit/state/waiting.ts'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { alone } from './alone.ts'
import { deliver, timeOf } from './deliver.ts'
import { createOutbox, type TapNews } from './engine.ts'
import { deviceStore, StorageWiped } from './store.ts'
import { newTap, type SendOutcome, type Tap, type TapRequest } from './tap.ts'

/** Is called with what came of a tap, in the tab that sent it and, of what was accepted, in the others. */
export type OutcomeListener = (tap: Tap, outcome: SendOutcome) => void | Promise<void>

const outcomeListeners = new Set<OutcomeListener>()
/** Calls of which a page says by itself that, and why, they ended the session. */
const spokenFor = new Set<string>()
const channel = channelOfTabs('outbox')

const store = deviceStore((error) => {
  if (!(error instanceof StorageWiped)) return useWaitingStore.setState({ isKept: false })
  useWipedStore.setState({ isWiped: true })
  count()
})

const userId = (): string | null => useSessionStore.getState().user?.id ?? null

/** Those when the last request went out: its answer may end the session, and with it the page that has to say so. */
let askedFor: readonly OutcomeListener[] = []

async function tellListeners(tap: Tap, outcome: SendOutcome): Promise<void> {
  // A screen that fails to show an answer must not keep the next tap from being sent.
  for (const listener of new Set([...askedFor, ...outcomeListeners]))
    await Promise.resolve(listener(tap, outcome)).catch(console.error)
}

let timer: ReturnType<typeof setTimeout> | undefined

const outbox = createOutbox({
  store,
  send: (tap) => {
    askedFor = [...outcomeListeners]
    return deliver(tap, spokenFor.has(tap.operation))
  },
  timeOf,
  owner: userId,
  now: Date.now,
  random: Math.random,
  alone,
  later: (ms, wake) => {
    clearTimeout(timer)
    timer = setTimeout(wake, ms)
  },
  tell: (news) => channel?.postMessage(news),
  onOutcome: tellListeners,
})

channel?.addEventListener('message', ({ data }: MessageEvent<TapNews>) => {
  const accepted = data.type === 'gone' && data.answer !== undefined
  if (accepted) void tellListeners(data.tap, { kind: 'accepted', answer: data.answer }).then(() => outbox.receive(data))
  else outbox.receive(data)
})

/** Counts for the pages that do not load the taps. What is counted there is never more than is kept. */
function summary(taps: Iterable<Tap>): WaitingOf[] {
  const of = new Map<string, WaitingOf>()
  for (const { owner, step, tappedAt, trouble } of taps) {
    const { id, username } = owner
    const before = of.get(id) ?? { userId: id, username, count: 0, refused: 0, since: null, isHeldUp: false }
    const isRefused = step === 'refused'
    of.set(id, {
      ...before,
      count: before.count + 1,
      refused: before.refused + (isRefused ? 1 : 0),
      since: isRefused ? before.since : Math.min(before.since ?? tappedAt, tappedAt),
      isHeldUp: before.isHeldUp || trouble !== null,
    })
  }
  return [...of.values()]
}

function count(): void {
  const of = summary(outbox.taps().values())
  useWaitingStore.setState({ of })
  if (of.length === 0) nothingWaits()
  else if (store.isKept()) waitingOnDevice.save(of)
}

function nothingWaits(): void {
  waitingOnDevice.clear()
  useWipedStore.setState({ isWiped: false })
}

const wake = (): void => void outbox.wake()

/** Finds what earlier visits have kept, notices what the browser has deleted of it, and sends. */
async function begin(): Promise<void> {
  const counted = useWaitingStore.getState().of
  await outbox.load()
  if (store.isKept() && outbox.taps().size === 0 && counted.length > 0)
    useWaitingStore.setState({ lost: counted.reduce((sum, one) => sum + one.count, 0) })
  count()
  outbox.state.subscribe(count)
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
  })
  useSessionStore.subscribe((session, before) => {
    if (session.token !== before.token && session.token !== null) wake()
  })
  // Any good answer shows that there is a connection: then nothing has to wait for its next try.
  onAnswer(() => {
    if (outbox.isLineDown()) wake()
  })
  useLineStore.subscribe((line, before) => {
    if (before.isStreamLost && !line.isStreamLost) wake()
  })
  await outbox.run()
}

const begun = begin()

const longestFrameMs = 200

let isPersistenceAsked = false
/** Browsers delete what is not persistent when they need room. Some ask the user, so only once there is something. */
function askForPersistence(): void {
  if (isPersistenceAsked) return
  isPersistenceAsked = true
  void navigator.storage?.persist?.().catch(() => undefined)
}

/** Keeps a tap of the signed-in user, and sends it as soon as it can. Resolves when it is kept; null where no one is signed in. */
export async function keepTap(request: TapRequest, key = newKey()): Promise<Tap | null> {
  const { user } = useSessionStore.getState()
  if (user === null) return null
  const owner = { id: user.id, username: user.username }
  const made = { key, owner, tappedAt: Date.now(), offsetMs: clockOffset() }
  const tap = await outbox.keep(newTap(request, made))
  sendAfterPaint()
  return tap
}

let isSendingSoon = false

/**
 * What was tapped is drawn before the work of sending it begins, which a slow phone would draw only after. A page in the
 * background draws nothing: there it begins at once.
 */
function sendAfterPaint(): void {
  if (isSendingSoon) return
  isSendingSoon = true
  const send = () => {
    if (!isSendingSoon) return
    isSendingSoon = false
    askForPersistence()
    void outbox.run()
  }
  if (!document.hidden) requestAnimationFrame(() => setTimeout(send))
  // Also for a page that goes into the background right now, which is not drawn any more.
  setTimeout(send, document.hidden ? 0 : longestFrameMs)
}

/** Tries at once what waits. */
export const sendNow = (): Promise<void> => outbox.wake()

export const decideTap = async (tap: Tap, decision: 'keep theirs' | 'do mine now'): Promise<void> => {
  const { operation, params, body, answers, subject, label, note, owner } = tap
  // Now it is meant whatever the others did meanwhile.
  const { from: _, ...asked } = body as { readonly from?: unknown }
  const request: TapRequest = { operation, params, body: asked, answers, subject, label, ...(note && { note }) }
  const made = { key: newKey(), owner, tappedAt: Date.now(), offsetMs: clockOffset() }
  await outbox.decide(tap, decision, () => newTap(request, made))
  void outbox.run()
}

/** `saysEnding` names the call of which the listener tells the user where it ended the session. */
export function onOutcome(listener: OutcomeListener, saysEnding?: string): () => void {
  outcomeListeners.add(listener)
  if (saysEnding !== undefined) spokenFor.add(saysEnding)
  return () => {
    outcomeListeners.delete(listener)
    if (saysEnding !== undefined) spokenFor.delete(saysEnding)
  }
}

/** The taps of the signed-in user that are not sent, the oldest first; of others nothing is told. */
export function useTaps(): readonly Tap[] {
  const taps = useStore(outbox.state, (state) => state.taps)
  const user = useSessionStore((session) => session.user?.id)
  return useMemo(
    () => [...taps.values()].filter(({ owner }) => owner.id === user).toSorted((one, other) => one.order - other.order),
    [taps, user],
  )
}

/** The taps of other users, which wait on this device until their user signs in: for ever where that user was removed. */
export function useTapsOfOthers(): readonly Tap[] {
  const taps = useStore(outbox.state, (state) => state.taps)
  const user = useSessionStore((session) => session.user?.id)
  return useMemo(() => [...taps.values()].filter(({ owner }) => owner.id !== user), [taps, user])
}

/** Deletes them from this device unsent. */
export async function discardTaps(taps: readonly Tap[]): Promise<void> {
  for (const tap of taps) await outbox.discard(tap)
}

/** Resolves once it is known what earlier visits have kept. */
export const outboxBegun = (): Promise<void> => begun
