import type { Signup } from '@ultimate/events/dinner/signup-api.ts'
import type { ReadModel } from '../../../platform/event-store/read-model.ts'
import { foldEvent, startFold } from '../../../platform/event-store/read-model.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import { categoryOf } from '../../../platform/event-store/registry.ts'
import type { KnownDish } from '../board/board-dish.ts'
import type { KnownBoard } from '../board/query.ts'
import { type CheckInRow, checkIns } from '../check-ins/project.ts'
import { type SessionRow, sessionOf, sessions } from '../session/project.ts'
import { type SignupRow, signups } from '../signups/project.ts'
import { type SlotRow, slots } from '../slots/project.ts'
import { type DinnerTeamRow, teams } from '../teams/project.ts'

/** The board's rows as they were, folded from the events up to then by the very projections that keep today's rows. */
export function foldPast() {
  const rowsOf = <Row extends { id: string }>(model: unknown) => {
    const fold = startFold(model as ReadModel)
    return { fold, rows: fold.rows as unknown as ReadonlyMap<string, Row> }
  }
  const past = {
    slots: rowsOf<SlotRow>(slots),
    signups: rowsOf<SignupRow>(signups),
    checkIns: rowsOf<CheckInRow>(checkIns),
    sessions: rowsOf<SessionRow>(sessions),
    teams: rowsOf<DinnerTeamRow>(teams),
  }
  const folds = Object.values(past).map(({ fold }) => fold)
  return {
    categories: [...new Set(folds.map(({ model }) => model.category))],
    add: (event: RecordedEvent) => {
      const category = categoryOf(event.metadata.stream)
      for (const fold of folds) if (fold.model.category === category) foldEvent(fold, event)
    },
    board: (): KnownBoard => {
      const [row = null] = past.sessions.rows.values()
      return { session: sessionOf(row), version: row?.version ?? 0, dishes: dishesOf(past) }
    },
  }
}

interface PastRows {
  readonly slots: { readonly rows: ReadonlyMap<string, SlotRow> }
  readonly signups: { readonly rows: ReadonlyMap<string, SignupRow> }
  readonly checkIns: { readonly rows: ReadonlyMap<string, CheckInRow> }
  readonly teams: { readonly rows: ReadonlyMap<string, DinnerTeamRow> }
}

/** The join of `board/query.ts`, over rows in memory. */
function dishesOf({ slots, signups, checkIns, teams }: PastRows): KnownDish[] {
  const dishes: KnownDish[] = []
  for (const checkIn of checkIns.rows.values()) {
    const signup = signups.rows.get(checkIn.id)
    const slot = signup && slots.rows.get(signup.slot_id)
    if (!signup || slot?.category !== 'dishes' || checkIn.checked_at === null) continue
    const checkedInAt = checkIn.checked_at.toISOString()
    const told: Signup = {
      id: signup.id,
      slot_id: slot.id,
      person_name: signup.person_name,
      team_name: teams.rows.get(signup.team_id)?.team_name ?? '',
      checked_in: true,
      checked_at: checkedInAt,
      slot_name: slot.name,
      description: slot.description,
      category: slot.category,
      time_slot: slot.time_slot,
    }
    const { id, standing, moved_by: movedBy, version } = checkIn
    dishes.push({ id, checkedInAt, standing, movedBy, version, signup: told })
  }
  return dishes
}
