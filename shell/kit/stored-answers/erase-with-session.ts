import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { deviceStorage, storedValue } from '@ultimate/kit/state/storage.ts'
import { useWaitingStore } from '@ultimate/kit/state/waiting.ts'

/**
 * Users whose answers this device stores. Listed beside the answers, so that visitors never open a database to look.
 */
export const ownersOfAnswers = storedValue<readonly string[]>(
  'keptAnswers',
  (data) => (Array.isArray(data) && data.every((id) => typeof id === 'string') ? data : null),
  () => deviceStorage,
)

/** The owner of public answers, which stay when users sign out. */
export const everyone = 'everyone'

/** Each user has a database of their own: it is erased as a whole, and no user can read another's by mistake. */
export const nameDatabase = (owner: string): string => `kept-answers-${owner}`

/**
 * Erases what this device stores of users who are signed out, as soon as none of their commands waits to be sent. Also
 * at the next opening, where a session ended without this page.
 */
export function eraseWithSession(): void {
  useSessionStore.subscribe(eraseIfOver)
  useWaitingStore.subscribe(eraseIfOver)
}

function eraseIfOver(): void {
  const { user, isLoading } = useSessionStore.getState()
  const owners = ownersOfAnswers.load() ?? []
  if (isLoading || owners.length === 0) return
  const waiting = useWaitingStore.getState().of.filter(({ count }) => count > 0)
  const staying = new Set([everyone, user?.id, ...waiting.map(({ userId }) => userId)])
  for (const owner of owners) if (!staying.has(owner)) void erase(owner)
}

const erasing = new Set<string>()

/** Waits for other tabs that read. Where the browser refuses, it is tried again at the next change or opening. */
async function erase(owner: string): Promise<void> {
  if (erasing.has(owner)) return
  erasing.add(owner)
  await new Promise<void>((done, failed) => {
    const deletion = indexedDB.deleteDatabase(nameDatabase(owner))
    deletion.onsuccess = () => done()
    deletion.onerror = () => failed(deletion.error)
  })
    .then(() => forgetOwner(owner))
    .catch(() => undefined)
  erasing.delete(owner)
}

function forgetOwner(owner: string): void {
  const remaining = (ownersOfAnswers.load() ?? []).filter((other) => other !== owner)
  if (remaining.length > 0) ownersOfAnswers.save(remaining)
  else ownersOfAnswers.clear()
}
