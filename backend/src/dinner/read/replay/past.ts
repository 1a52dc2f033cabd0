import type { Signup } from '@ultimate/events/dinner/signup-api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import type { LogFilter } from '../../../platform/event-store/event-log.ts'
import type { ReadModel } from '../../../platform/event-store/read-model.ts'
import { foldEvent, startFold } from '../../../platform/event-store/read-model.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import { categoryOf } from '../../../platform/event-store/registry.ts'
import { dinnerStream } from '../../write/dinner.ts'
import type { KnownBoard, KnownDish } from '../board/query.ts'
import { type CheckInRow, checkIns } from '../check-ins/project.ts'
import { type SessionRow, sessionOf, sessions } from '../session/project.ts'
import { type SignupRow, signups } from '../signups/project.ts'
import { type SlotRow, slots } from '../slots/project.ts'
import { type DinnerTeamRow, teams } from '../teams/project.ts'

/** A moment in time, or right after the event with that position. */
export type Then = { readonly time: Date } | { readonly position: number }

export interface PastBoard extends KnownBoard {
  /** Of the last event that counted, 0 where there was none; and when that was stored. */
  readonly position: number
  readonly at: Date | null
}

const page = 1_000

/** Reads the log from its beginning: exact, and fast enough for a season of dinners. */
export async function readPast(
  { log, current: { edition } }: Pick<EditionPlatform, 'log' | 'current'>,
  then: Then,
): Promise<PastBoard> {
  const past = foldPast(edition)
  const until: LogFilter = 'time' in then ? { to: then.time } : { before: then.position + 1 }
  let position = 0
  let at: Date | null = null
  for (;;) {
    const events = await log.read({ ...until, categories: past.categories, after: position, limit: page })
    for (const event of events) past.add(event)
    const last = events.at(-1)
    if (last) ({ position, at } = last.metadata)
    if (events.length < page) return { ...past.board(), position, at }
  }
}

/** The board's rows as they were, folded from the events up to then by the very projections that keep today's rows. */
export function foldPast(edition: string) {
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
      const row = past.sessions.rows.get(dinnerStream(edition)) ?? null
      return { session: sessionOf(row), version: row?.version ?? 0, dishes: dishesOf(past, edition) }
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
function dishesOf({ slots, signups, checkIns, teams }: PastRows, edition: string): KnownDish[] {
  const dishes: KnownDish[] = []
  for (const checkIn of checkIns.rows.values()) {
    const signup = signups.rows.get(checkIn.id)
    const slot = signup && slots.rows.get(signup.slot_id)
    if (!signup || slot?.category !== 'dishes' || slot.edition !== edition || checkIn.checked_at === null) continue
    const checkedInAt = checkIn.checked_at.toISOString()
    const answer: Signup = {
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
    dishes.push({ id, checkedInAt, standing, movedBy, version, signup: answer })
  }
  return dishes
}
