import { dishPlace } from '@ultimate/events/dinner/board/dish-schema.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { storedValue, tabStorage } from '@ultimate/kit/state/storage.ts'
import { z } from 'zod'
import type { PastChange } from './move-dish.machine.ts'

/** Returns the user's changes on the board of this dinner in this tab, including those before a reload. */
export function loadHistory(dinner: number): readonly PastChange[] {
  const found = storedSteps.load()
  return found?.dinner === dinner && found.user === userNow() ? found.history : []
}

export const saveHistory = (dinner: number, history: readonly PastChange[]): void =>
  storedSteps.save({ dinner, user: userNow(), history: [...history] })

const steps = z.strictObject({
  /** The dinner and the user that it belongs to: others who sign in here have moved nothing yet. */
  dinner: z.int(),
  user: z.string().nullable(),
  history: z.array(z.strictObject({ dish: z.string(), from: dishPlace, to: dishPlace.nullable() })),
})

const asSteps = (found: unknown): z.output<typeof steps> | null => steps.safeParse(found).data ?? null

const storedSteps = storedValue('boardHistory', asSteps, () => tabStorage)

const userNow = (): string | null => useSessionStore.getState().user?.id ?? null
