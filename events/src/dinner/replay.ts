import type { ReplayStep } from './board/replay-api.ts'
import type { DishState } from './dish-state.ts'
import { defaultLayout } from './place.ts'
import type { DinnerSession } from './session.ts'
import { sessionFrom } from './session.ts'
import { type ShownBoard, type ShownDish, shownBoard } from './shown-board.ts'

/** The changes that a step makes; the rest of it describes who did what, and when. */
export type ReplayChange = Pick<ReplayStep, 'signups' | 'standings' | 'gone' | 'session'>

/** The board of this dinner after these steps, which begin with its first one. */
export function boardAfter(steps: readonly ReplayChange[], dinner: number): ShownBoard {
  const signups = new Map<string, ReplayStep['signups'][number]>()
  const standings = new Map<string, { readonly standing: DishState; readonly moved_by: string | null }>()
  let session: DinnerSession = { dinner, startedAt: null, finishedAt: null, ...defaultLayout }
  for (const step of steps) {
    for (const signup of step.signups) signups.set(signup.id, signup)
    for (const { id, ...stood } of step.standings) standings.set(id, stood)
    for (const id of step.gone) signups.delete(id)
    if (step.session) session = sessionFrom(step.session, dinner)
  }
  const dishes = [...signups.values()].flatMap((signup): ShownDish[] => {
    const stood = standings.get(signup.id)
    if (!stood || signup.checked_at === null) return []
    const { standing: state, moved_by: movedBy } = stood
    return [{ id: signup.id, checkedInAt: signup.checked_at, state, movedBy, signup }]
  })
  return shownBoard(dishes, session)
}
