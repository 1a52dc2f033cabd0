import type { ReplayStep } from './board/board-api.ts'
import { buildShownBoard, type ShownBoard, type ShownDish } from './board.ts'
import { answerToSession, type DinnerSession, defaultLayout } from './session.ts'
import type { DishState } from './signup.ts'

/** The fields of a step that change the board. */
export type ReplayChange = Pick<ReplayStep, 'signups' | 'standings' | 'gone' | 'session'>

/** Builds the board of this dinner after these steps, which begin with its first one. */
export function buildBoardAfter(steps: readonly ReplayChange[], dinner: number): ShownBoard {
  const signups = new Map<string, ReplayStep['signups'][number]>()
  const standings = new Map<string, { readonly standing: DishState; readonly moved_by: string | null }>()
  let session: DinnerSession = { dinner, startedAt: null, finishedAt: null, ...defaultLayout }
  for (const step of steps) {
    for (const signup of step.signups) signups.set(signup.id, signup)
    for (const { id, ...standing } of step.standings) standings.set(id, standing)
    for (const id of step.gone) signups.delete(id)
    if (step.session) session = answerToSession(step.session, dinner)
  }
  const dishes = [...signups.values()].flatMap((signup): ShownDish[] => {
    const found = standings.get(signup.id)
    if (!found || signup.checked_at === null) return []
    const { standing: state, moved_by: movedBy } = found
    return [{ id: signup.id, checkedInAt: signup.checked_at, state, movedBy, signup }]
  })
  return buildShownBoard(dishes, session)
}
