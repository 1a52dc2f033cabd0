import { dishPlace } from '@ultimate/events/dinner/board/dish-schema.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { storedValue, tabStorage } from '@ultimate/kit/state/storage.ts'
import { z } from 'zod'
import type { PastChange } from './history.ts'

/** Returns the user's changes on the board of this dinner in this tab, including those before a reload. */
export function loadHistory(dinner: number): readonly PastChange[] {
  const stored = storedHistory.load()
  return stored?.dinner === dinner && stored.user === currentUser() ? stored.history : []
}

export const saveHistory = (dinner: number, history: readonly PastChange[]): void =>
  storedHistory.save({ dinner, user: currentUser(), history: [...history] })

const historySchema = z.strictObject({
  /** The dinner and the user of the changes, because another user who signs in here must not undo them. */
  dinner: z.int(),
  user: z.string().nullable(),
  history: z.array(z.strictObject({ dish: z.string(), from: dishPlace, to: dishPlace.nullable() })),
})

const parseHistory = (value: unknown): z.output<typeof historySchema> | null =>
  historySchema.safeParse(value).data ?? null

const storedHistory = storedValue('boardHistory', parseHistory, () => tabStorage)

const currentUser = (): string | null => useSessionStore.getState().user?.id ?? null
