import { foldEvent, type ReadModel, type RowFold, startFold } from '@ultimate/event-store/read-model.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { categoryOf } from '@ultimate/event-store/registry.ts'
import { dinnerStream } from '@ultimate/events/dinner/session.ts'
import { buildSignup } from '@ultimate/events/dinner/slots/build-signup.ts'
import type { Platform } from '../../../platform/module.ts'
import type { BoardDish, LoadedBoard } from '../board/board.query.ts'
import { type CheckInRow, checkIns } from '../check-ins.view.ts'
import { type SessionRow, sessions, toSession } from '../session.view.ts'
import { type SignupRow, type SlotRow, signups, slots } from '../signups.view.ts'
import { type DinnerTeamRow, teams } from '../teams.view.ts'
import { asHappened, readBoardEvents } from './board-events.ts'

/** A time, or the moment right after the event with that position. */
export type Moment = { readonly time: Date } | { readonly position: number }

export interface PastBoard extends LoadedBoard {
  /** The highest position of an event on this board; 0 if there is none. */
  readonly position: number
  /** The moment of its last event, by which events are ordered. */
  readonly at: Date | null
}

/** Returns the board as the site knew it: folds the events that were stored by then. */
export async function readPast(platform: Pick<Platform, 'log' | 'current'>, then: Moment): Promise<PastBoard> {
  const until = 'time' in then ? { to: then.time } : { before: then.position + 1 }
  const events = await readBoardEvents(platform, until)
  const past = foldPast(platform.current.edition)
  for (const event of events) past.add(event)
  const { position = 0, at = null } = events.at(-1)?.metadata ?? {}
  return { ...past.board(), position, at }
}

/** Returns the board as it really was: events that were received late count from when they happened. */
export async function readHappened(platform: Pick<Platform, 'log' | 'current'>, then: Moment): Promise<PastBoard> {
  const past = foldPast(platform.current.edition)
  const events = asHappened(await readBoardEvents(platform))
  const positions = events.map(({ event }) => event.metadata.position)
  // A position stands for the last event that was stored by then, which may have happened before others.
  const lastIndex =
    'time' in then
      ? events.findLastIndex(({ at }) => at <= then.time)
      : positions.indexOf(Math.max(...positions.filter((position) => position <= then.position)))
  const counted = events.slice(0, lastIndex + 1)
  for (const { event } of counted) past.add(event)
  const position = Math.max(0, ...counted.map(({ event }) => event.metadata.position))
  return { ...past.board(), position, at: counted.at(-1)?.at ?? null }
}

/** Folds events into the rows of a board, by the projections of the read models. */
export function foldPast(edition: string) {
  const buildRows = <Row extends { id: string }>(model: unknown) => {
    const fold = startFold(model as ReadModel)
    return { fold, rows: fold.rows as unknown as ReadonlyMap<string, Row> }
  }
  const models = {
    slots: buildRows<SlotRow>(slots),
    signups: buildRows<SignupRow>(signups),
    checkIns: buildRows<CheckInRow>(checkIns),
    sessions: buildRows<SessionRow>(sessions),
    teams: buildRows<DinnerTeamRow>(teams),
  }
  const folds = Object.values(models).map(({ fold }) => fold)
  const sessionRow = () => models.sessions.rows.get(dinnerStream(edition)) ?? null
  return {
    add: (event: RecordedEvent) => {
      const category = categoryOf(event.metadata.stream)
      for (const fold of folds) if (fold.model.category === category) foldEvent(fold, event)
    },
    session: () => toSession(sessionRow()),
    /** The ids of all sign-ups that have events. */
    ids: (): readonly string[] => [...models.checkIns.rows.keys()],
    dish: (id: string) => findDish(models, id, edition),
    /** Returns the ids of the dishes that the events since the last call may have changed. */
    takeTouched: (): readonly string[] => takeTouched(models),
    board: (): LoadedBoard => {
      const dishes = [...models.checkIns.rows.keys()].flatMap((id) => findDish(models, id, edition) ?? [])
      return { session: toSession(sessionRow()), version: sessionRow()?.version ?? 0, dishes }
    },
  }
}

interface FoldedModels {
  readonly slots: FoldedModel<SlotRow>
  readonly signups: FoldedModel<SignupRow>
  readonly checkIns: FoldedModel<CheckInRow>
  readonly teams: FoldedModel<DinnerTeamRow>
}
interface FoldedModel<Row> {
  readonly fold: RowFold
  readonly rows: ReadonlyMap<string, Row>
}

function takeTouched({ slots, signups, checkIns, teams }: FoldedModels): string[] {
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
function findDish({ slots, signups, checkIns, teams }: FoldedModels, id: string, edition: string): BoardDish | null {
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
    signup: buildSignup({ ...slot, ...checkIn, ...signup, slot_name: slot.name, team_name }),
  }
}
