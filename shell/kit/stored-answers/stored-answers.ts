import type { LiveKey } from '@ultimate/kit/request/live.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useEffect } from 'react'
import { create } from 'zustand'
import { type Throttled, throttled, whenIdle } from '../request/throttled.ts'
import { everyone } from './erase-with-session.ts'
import { loadAnswer, saveAnswer } from './store.ts'

/** An answer that the device stores for times without a connection, until its user signs out. A public answer stays. */
export interface StoredAnswer {
  readonly key: LiveKey
  /** Raised when a page cannot draw what was stored before, which is then ignored. */
  readonly form: number
  /** The answer is the same for everyone, so it is stored for visitors too. */
  readonly isPublic?: true
}

/** Busy days bring several answers a second. */
const saveAtMostEveryMs = 1_000

/** The times of the answers that are shown from the device, by name; null once the server has answered. */
const useShownStore = create<Readonly<Record<string, number | null>>>()(() => ({}))

const nameAnswer = ({ key }: StoredAnswer): string => key.join('/')
const ownerIn = ({ user }: { readonly user: { readonly id: string } | null }, { isPublic }: StoredAnswer) =>
  isPublic ? everyone : (user?.id ?? null)
const findOwner = (answer: StoredAnswer): string | null => ownerIn(useSessionStore.getState(), answer)

interface Saving {
  latest: unknown
  at: number
  readonly save: Throttled
}

const saves = new Map<string, Saving>()

/** Reads from the server, and stores the answer in place of the one before. */
export async function readAndStore<Data>(answer: StoredAnswer, read: () => Promise<Data>): Promise<Data> {
  const owner = findOwner(answer)
  const latest = await read()
  useShownStore.setState({ [nameAnswer(answer)]: null })
  if (owner !== null) storeSoon(owner, answer, latest)
  return latest
}

function storeSoon(owner: string, answer: StoredAnswer, latest: unknown): void {
  const name = nameAnswer(answer)
  const id = `${owner}/${name}`
  const saving: Saving = saves.get(id) ?? {
    latest,
    at: 0,
    save: throttled(() => {
      const stored = { form: answer.form, at: saving.at, answer: saving.latest }
      // Storing copies the answer, so it waits until the page is idle. A session that ended by then has erased its
      // answers, so nothing is stored for it.
      whenIdle(() => void saveAnswer(owner, name, stored, () => findOwner(answer) === owner))
    }, saveAtMostEveryMs),
  }
  saves.set(id, saving)
  Object.assign(saving, { latest, at: Date.now() })
  saving.save()
}

/**
 * Shows what the device has stored until the server answers. Returns when that was, in milliseconds; null where the
 * server's own answer is on the screen, or none. `answer` should be stable.
 */
export function useStoredAnswer(answer: StoredAnswer): number | null {
  const owner = useSessionStore((session) => ownerIn(session, answer))
  useEffect(() => {
    if (owner !== null) void show(owner, answer)
  }, [owner, answer])
  return useShownStore((shown) => shown[nameAnswer(answer)] ?? null)
}

/** Longer than a busy phone takes to look an answer up. */
const maxLookMs = 200

/**
 * Lets a page begin with what the device has stored, so that it is not drawn without it first. Resolves once that is
 * looked up; a storage that hangs holds no page up. The page asks the server as always.
 */
export async function loadStoredAnswer(answer: StoredAnswer): Promise<void> {
  const owner = findOwner(answer)
  if (owner === null) return
  const tooLate = new Promise<void>((resolve) => setTimeout(resolve, maxLookMs))
  await Promise.race([show(owner, answer), tooLate])
}

async function show(owner: string, answer: StoredAnswer): Promise<void> {
  const { key, form } = answer
  const isWanted = () => findOwner(answer) === owner && queryClient.getQueryData(key) === undefined
  if (!isWanted()) return
  const storedData = await loadAnswer(owner, nameAnswer(answer))
  if (storedData?.form !== form || !isWanted()) return
  useShownStore.setState({ [nameAnswer(answer)]: storedData.at })
  queryClient.setQueryData(key, storedData.answer, { updatedAt: storedData.at })
  // The page asks the server even if the stored answer is recent.
  void queryClient.invalidateQueries({ queryKey: key, refetchType: 'none' })
}
