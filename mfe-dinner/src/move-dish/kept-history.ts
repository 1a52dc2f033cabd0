import { dishPlace } from '@ultimate/events/dinner/board/dish-schema.ts'
import { kept, tabStorage } from '@ultimate/kit/state/kept.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { z } from 'zod'
import type { LastChange } from './undo-history.ts'

const steps = z.strictObject({
  /** The dinner and the user that it belongs to: others who sign in here have moved nothing yet. */
  dinner: z.int(),
  user: z.string().nullable(),
  history: z.array(z.strictObject({ dish: z.string(), from: dishPlace, to: dishPlace.nullable() })),
})

const asSteps = (found: unknown): z.output<typeof steps> | null => steps.safeParse(found).data ?? null

const keptSteps = kept('boardHistory', asSteps, () => tabStorage)

const userNow = (): string | null => useSessionStore.getState().user?.id ?? null

/** What the user has changed on the board of this dinner in this tab, also before a reload. */
export function keptHistory(dinner: number): readonly LastChange[] {
  const found = keptSteps.load()
  return found?.dinner === dinner && found.user === userNow() ? found.history : []
}

export const keepHistory = (dinner: number, history: readonly LastChange[]): void =>
  keptSteps.save({ dinner, user: userNow(), history: [...history] })
