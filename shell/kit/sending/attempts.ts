import { create, createStore } from 'zustand'
import { isDomainError } from '../request/answer.ts'
import { attemptFor, newKey } from '../request/idempotency-key.ts'
import { type Step, sendOverLine } from './line-wait.ts'

/** One command on its way, or what became of it. The same command keeps its key until the server answers. */
export interface Attempt<Subject = unknown, Value = unknown> {
  readonly key: string
  readonly subject: Subject
  readonly step: Step
  /** What the server accepted it with. */
  readonly value: Value | undefined
  readonly error: Error | null
}

interface Attempts {
  /** By the place that shows it. */
  readonly at: Readonly<Record<string, Attempt>>
}

/**
 * The latest attempt of each place. It outlives the component that began it, so that a row that comes back shows what
 * still waits. One store in each part, because a place belongs to one part.
 */
export const useAttempts = create<Attempts>()(() => ({ at: {} }))

/** How often each place is on the page; those that are not are missing. */
const placeStore = createStore<{ readonly shown: ReadonlyMap<string, number> }>()(() => ({ shown: new Map() }))

const isShown = (place: string): boolean => placeStore.getState().shown.has(place)

const cancels = new Map<string, AbortController>()

const attemptAt = (place: string): Attempt | undefined => useAttempts.getState().at[place]

function put(place: string, attempt: Attempt | undefined): void {
  const { [place]: _, ...others } = useAttempts.getState().at
  useAttempts.setState({ at: attempt ? { ...others, [place]: attempt } : others })
  warnOfLoss()
}

const isUnderWay = (attempt: Attempt | undefined): boolean =>
  attempt?.step === 'not-sent' || attempt?.step === 'sending'

export interface Effects<Subject, Value> {
  readonly send: (subject: Subject, key: string) => Promise<Value>
  readonly isSame: (one: Subject, other: Subject) => boolean
  readonly onDone: (value: Value) => unknown
  readonly onError: (error: Error) => unknown
  /** It had to wait for the line, failed, and nothing on the page shows its place any more. */
  readonly onUnseenFailure: (error: Error) => void
}

/** The key of the attempt that was not answered yet, where it is about the same subject; else a new one. */
function keyFor<Subject>(place: string, subject: Subject, isSame: (one: Subject, other: Subject) => boolean): string {
  const former = attemptAt(place) as Attempt<Subject> | undefined
  const next = { key: newKey(), subject }
  const open = former && (former.step === 'unanswered' || isUnderWay(former)) ? former : null
  return attemptFor<typeof next>(open, next, (one, other) => isSame(one.subject, other.subject)).key
}

/** Begins an attempt. One that was not answered, of the same subject, goes on under its key. */
export async function attempt<Subject, Value>(
  place: string,
  subject: Subject,
  { send, isSame, onDone, onError, onUnseenFailure }: Effects<Subject, Value>,
): Promise<void> {
  const key = keyFor(place, subject, isSame)
  cancels.get(place)?.abort()
  const cancel = new AbortController()
  cancels.set(place, cancel)
  let hasWaited = false
  const isLatest = () => cancels.get(place) === cancel
  const show = (step: Step, outcome: Partial<Attempt> = {}) => {
    if (isLatest()) put(place, { key, subject, step, value: undefined, error: null, ...outcome })
  }
  const onStep = (step: 'not-sent' | 'sending') => {
    hasWaited ||= step === 'not-sent'
    show(step)
  }
  try {
    const value = await sendOverLine(() => send(subject, key), { signal: cancel.signal, onStep })
    await onDone(value)
    show('sent', { value })
  } catch (thrown) {
    if (cancel.signal.aborted && thrown === cancel.signal.reason) return
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    await onError(error)
    show(isDomainError(error) ? 'refused' : 'unanswered', { error })
    if (hasWaited && !isShown(place)) onUnseenFailure(error)
  }
  if (isLatest() && !isShown(place)) forget(place)
}

/** Takes back an attempt that was not sent yet. It keeps its key: the line may have gone after it had arrived. */
export function cancelAttempt(place: string): void {
  const attempt = attemptAt(place)
  if (attempt?.step !== 'not-sent') return
  cancels.get(place)?.abort()
  put(place, { ...attempt, step: 'unanswered' })
}

/** Shows nothing of the attempt any more. What was not sent yet is cancelled; what was not answered keeps its key. */
export function resetAttempt(place: string): void {
  cancelAttempt(place)
  const attempt = attemptAt(place)
  if (attempt?.step === 'unanswered') put(place, { ...attempt, error: null })
  else if (!isUnderWay(attempt)) put(place, undefined)
}

function noteShown(place: string, more: 1 | -1): void {
  const shown = new Map(placeStore.getState().shown)
  const times = (shown.get(place) ?? 0) + more
  if (times > 0) shown.set(place, times)
  else shown.delete(place)
  placeStore.setState({ shown })
}

/** The place is on the page. Returns how to say that it has left, after which only what is under way is kept. */
export function watchPlace(place: string): () => void {
  noteShown(place, 1)
  return () => {
    noteShown(place, -1)
    if (!isShown(place) && !isUnderWay(attemptAt(place))) forget(place)
  }
}

function forget(place: string): void {
  cancels.delete(place)
  if (attemptAt(place)) put(place, undefined)
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** What was not sent yet goes with the tab, so the browser asks. */
function warnOfLoss(): void {
  const isAnyWaiting = Object.values(useAttempts.getState().at).some(({ step }) => step === 'not-sent')
  if (isAnyWaiting) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
}
