import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { noting, showAnswer } from '@ultimate/kit/request/late-answers.ts'
import { type LiveKey, refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { endSession, useEndingStore, useSessionStore } from '@ultimate/kit/state/session.ts'
import { deviceStorage } from '@ultimate/kit/state/storage.ts'
import { readAndStore, type StoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'
import { type CheckInKind, classifyFailure, loadSentence, NoToken, updateSentence } from './kinds.ts'

const buildKey = ({ category }: Pick<CheckInKind, 'category'>): LiveKey => ['signups', category]

/** The list of each category as the device stores it. `form` is the version of its shape. */
const storedLists: Readonly<Record<CheckInKind['category'], StoredAnswer>> = {
  dishes: { key: buildKey({ category: 'dishes' }), form: 1 },
  serving: { key: buildKey({ category: 'serving' }), form: 1 },
}
export const storedChecklist = ({ category }: CheckInKind): StoredAnswer => storedLists[category]

/** The sign-ups of one category, read again as they change. `noting` is for `showAnswer`. */
export const useChecklist = (kind: CheckInKind) =>
  useLiveQuery({
    key: buildKey(kind),
    read: noting(buildKey(kind), (signal) => readAndStore(storedChecklist(kind), () => fetchSignups(kind, signal))),
    retry: (failures, error) => failures < 1 && classifyFailure(error).kind === 'no answer',
  })

async function fetchSignups(kind: CheckInKind, signal: AbortSignal): Promise<Signup[]> {
  try {
    if (!hasToken()) throw new NoToken()
    return (await call(kind.list, {}, { signal, saysEnding: true })).signups
  } catch (error) {
    // The page closes with the session, so a toast shows the sentence, unless the shell shows why the session ended.
    const isEndingShown = useEndingStore.getState().ending !== null
    const isSessionOver = error instanceof ApiError && error.status === 401 && useSessionStore.getState().token === null
    if (isSessionOver && !isEndingShown)
      toast.error(kind.category === 'dishes' ? error.message : loadSentence('serving', classifyFailure(error)))
    throw error
  }
}

/**
 * Puts the sign-up that the server answered into the list, unless the list has later changes. `requestKey` is the
 * idempotency key of the request. The list is read again only while the live stream, which also reports the change, is
 * lost.
 */
export async function showInChecklist(kind: CheckInKind, signup: Signup, requestKey: string): Promise<void> {
  const change = (signups: Signup[]) => {
    const isNew = signups.every(({ id }) => id !== signup.id)
    return isNew ? [...signups, signup] : signups.map((other) => (other.id === signup.id ? signup : other))
  }
  await showAnswer(buildKey(kind), change, requestKey)
  if (useConnectionStore.getState().isStreamLost) void refreshChecklist(kind)
}

export const refreshChecklist = (kind: CheckInKind): Promise<void> => refresh(buildKey(kind))

/** The key under which the sign-in stores the token. */
const tokenKey = 'authToken'
const reloadAfterMs = 2000
/** Long enough to read the sentence on the next page. */
const sentenceMs = 10_000

/** Returns true if this device has a token for calls. The browser's storage may lose it while the session has it. */
export const hasToken = (): boolean =>
  useSessionStore.getState().token !== null && deviceStorage.getItem(tokenKey) !== null

/**
 * Ends the session whose token the server rejects, or the device lost. The route guard then closes this page, so the
 * sentence goes into a toast, which stays.
 */
export function endRejectedSession(kind: CheckInKind, error: unknown): void {
  const failure = classifyFailure(error)
  const { token } = useSessionStore.getState()
  toast.error(updateSentence(kind.category, failure), { duration: sentenceMs })
  endSession(token, error instanceof ApiError ? error.code : undefined, { isSaid: true })
  if (failure.kind === 'foreign signature') setTimeout(() => location.reload(), reloadAfterMs)
}
