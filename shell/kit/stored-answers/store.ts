import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { nameDatabase, ownersOfAnswers } from './erase-with-session.ts'

/** An answer of the server, with its time by this device's clock. */
export interface StoredData {
  readonly form: number
  readonly at: number
  readonly answer: unknown
}

interface AnswersDatabase extends DBSchema {
  answers: { key: string; value: StoredData }
}

const table = 'answers'

/** Returns the stored answer. Null without one, and where the browser refuses access: a page then waits for the server. */
export const loadAnswer = (owner: string, name: string): Promise<StoredData | null> =>
  ownersOfAnswers.load()?.includes(owner)
    ? withDatabase(owner, async (database) => (await database.get(table, name)) ?? null)
    : Promise.resolve(null)

/** Stores the answer if `isWanted` still holds right before. What the browser refuses to store is not stored. */
export async function saveAnswer(
  owner: string,
  name: string,
  stored: StoredData,
  isWanted: () => boolean,
): Promise<void> {
  if (!isWanted()) return
  const owners = ownersOfAnswers.load() ?? []
  // The owner is listed before the answer is stored, so that every stored answer will be erased.
  if (!owners.includes(owner)) ownersOfAnswers.save([...owners, owner])
  await withDatabase(owner, async (database) => {
    if (isWanted()) await database.put(table, stored, name)
  })
}

/**
 * Opens a connection for each access. Browsers close connections of pages in the background, and an open one would
 * delay an erasure.
 */
async function withDatabase<T>(owner: string, work: (database: IDBPDatabase<AnswersDatabase>) => Promise<T>) {
  try {
    const database = await openDB<AnswersDatabase>(nameDatabase(owner), 1, {
      upgrade: (fresh) => void fresh.createObjectStore(table),
    })
    try {
      return await work(database)
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}
