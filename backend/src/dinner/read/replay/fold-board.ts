import type { Event } from '@ultimate/event-store/emmett.ts'
import { foldEvent, type ReadModel, type RowFold, startFold } from '@ultimate/event-store/read-model.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { categoryOf } from '@ultimate/event-store/registry.ts'
import { type DinnerSession, dinnerStream } from '@ultimate/events/dinner/session.ts'
import { buildSignup } from '@ultimate/events/dinner/slots/build-signup.ts'
import type { BoardDish, LoadedBoard } from '../board/board.query.ts'
import { type CheckInRow, checkIns } from '../check-ins.view.ts'
import { sessions, toSession } from '../session.view.ts'
import { type SignupRow, type SlotRow, signups, slots } from '../signups.view.ts'
import { type DinnerTeamRow, teams } from '../teams.view.ts'

/** The board after the events that were added. */
interface BoardFold {
  /** Adds the next of the events that `readBoardEvents` returned. */
  readonly add: (event: RecordedEvent) => void
  readonly session: () => DinnerSession
  readonly board: () => LoadedBoard
  /** The dish of a sign-up; null if the board does not have it. */
  readonly dish: (signupId: string) => BoardDish | null
  /** The sign-ups that have a row in `dinner_check_ins`. */
  readonly signupIds: () => readonly string[]
  /**
   * Returns the ids of the sign-ups whose dish may look different since the last call, and forgets these ids. `steps.ts`
   * compares only these dishes.
   */
  readonly takeChangedDishes: () => readonly string[]
}

/** Begins an empty board. The events that are added go through the projections of the read models, in memory. */
export function foldBoard(edition: string): BoardFold {
  const sessionFold = startModel(sessions)
  const models: DishModels = {
    slots: startModel(slots),
    signups: startModel(signups),
    checkIns: startModel(checkIns),
    teams: startModel(teams),
  }
  const folds = [sessionFold, ...Object.values(models)].map(({ fold }) => fold)
  const sessionRow = () => sessionFold.rows.get(dinnerStream(edition)) ?? null
  const signupIds = () => [...models.checkIns.rows.keys()]
  const dish = (id: string) => findDish(models, id, edition)
  return {
    add: (event) => {
      const category = categoryOf(event.metadata.stream)
      for (const fold of folds) if (fold.model.category === category) foldEvent(fold, event)
    },
    session: () => toSession(sessionRow()),
    board: () => ({
      session: toSession(sessionRow()),
      version: sessionRow()?.version ?? 0,
      dishes: signupIds().flatMap((id) => dish(id) ?? []),
    }),
    dish,
    signupIds,
    takeChangedDishes: () => takeChangedDishes(models),
  }
}

interface FoldedModel<Row> {
  readonly fold: RowFold
  readonly rows: ReadonlyMap<string, Row>
}
/** The read models that the dishes of a board are joined from. */
interface DishModels {
  readonly slots: FoldedModel<SlotRow>
  readonly signups: FoldedModel<SignupRow>
  readonly checkIns: FoldedModel<CheckInRow>
  readonly teams: FoldedModel<DinnerTeamRow>
}

/** A fold is not typed by its read model, so the casts drop the types and restore that of the rows. */
function startModel<Row extends { id: string }, E extends Event>(model: ReadModel<Row, E>): FoldedModel<Row> {
  const fold = startFold(model as unknown as ReadModel)
  return { fold, rows: fold.rows as ReadonlyMap<string, unknown> as ReadonlyMap<string, Row> }
}

/** Each fold collects the ids of its changed rows in `touched`, which this function clears. */
function takeChangedDishes({ slots, signups, checkIns, teams }: DishModels): string[] {
  const ids = new Set([...checkIns.fold.touched, ...signups.fold.touched])
  // A changed slot or team changes its dishes.
  if (slots.fold.touched.size + teams.fold.touched.size > 0)
    for (const id of checkIns.rows.keys()) {
      const signup = signups.rows.get(id)
      if (signup && (slots.fold.touched.has(signup.slot_id) || teams.fold.touched.has(signup.team_id ?? '')))
        ids.add(id)
    }
  for (const { fold } of [slots, signups, checkIns, teams]) fold.touched.clear()
  return [...ids]
}

/** Joins rows in memory as `board.query.ts` does in the database; null for a sign-up that is not on the board. */
function findDish({ slots, signups, checkIns, teams }: DishModels, id: string, edition: string): BoardDish | null {
  const checkIn = checkIns.rows.get(id)
  const signup = signups.rows.get(id)
  const slot = signup && slots.rows.get(signup.slot_id)
  if (!checkIn?.checked_at || !signup || slot?.category !== 'dishes' || slot.edition !== edition) return null
  const { standing: state, moved_by: movedBy, version } = checkIn
  const team_name = teams.rows.get(signup.team_id ?? '')?.team_name ?? null
  return {
    id,
    checkedInAt: checkIn.checked_at.toISOString(),
    state,
    movedBy,
    version,
    // All three rows have an `id`. The sign-up comes last, so that its `id` counts.
    signup: buildSignup({ ...slot, ...checkIn, ...signup, slot_name: slot.name, team_name }),
  }
}
