import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { deviceStorage, storedValue } from '@ultimate/kit/state/storage.ts'
import { useWaitingStore } from '@ultimate/kit/state/waiting.ts'

/**
 * Users whose answers this device stores. Listed beside the answers, so that visitors never open a database to look.
 */
export const ownersOfAnswers = storedValue<readonly string[]>(
  'keptAnswers',
  (found) => (Array.isArray(found) && found.every((id) => typeof id === 'string') ? found : null),
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

/** Waits for other tabs that are reading. What the browser refuses is tried again at the next change, and opening. */
async function erase(owner: string): Promise<void> {
  if (erasing.has(owner)) return
  erasing.add(owner)
  await new Promise<void>((done, failed) => {
    const asked = indexedDB.deleteDatabase(nameDatabase(owner))
    asked.onsuccess = () => done()
    asked.onerror = () => failed(asked.error)
  })
    .then(() => forgetOwner(owner))
    .catch(() => undefined)
  erasing.delete(owner)
}

function forgetOwner(owner: string): void {
  const left = (ownersOfAnswers.load() ?? []).filter((other) => other !== owner)
  if (left.length > 0) ownersOfAnswers.save(left)
  else ownersOfAnswers.clear()
}
