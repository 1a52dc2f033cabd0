import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { BoardItem, Session } from '@ultimate/events/dinner/board/board-api.ts'
import { boardApi } from '@ultimate/events/dinner/board/board-api.ts'
import { buildShownBoard, type ShownDish } from '@ultimate/events/dinner/board.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SessionEvent, SignupEvent } from '@ultimate/events/dinner/events.ts'
import { type DinnerSession, dinnerStream } from '@ultimate/events/dinner/session.ts'
import {
  advanceToDinner,
  type DishPlace,
  type DishState,
  placeName,
  signupStream,
  unmoved,
} from '@ultimate/events/dinner/signup.ts'
import { buildSignup, type SignupParts } from '@ultimate/events/dinner/slots/build-signup.ts'
import { DomainError, type Happened } from '@ultimate/events/language/domain-error.ts'
import type { Sql } from 'postgres'
import type { Edition } from '../../../platform/edition.ts'
import type { Answer } from '../../../platform/http/http-route.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { readCanceledSignup } from '../canceled-signups.query.ts'
import { heldPlace } from '../check-ins.view.ts'
import { type ReadSession, toSession } from '../session.view.ts'
import { type DetailedSignup, joinTeam, readSignup, signupColumns } from '../signups.view.ts'

interface DishRow extends Omit<SignupParts, 'checked_at' | 'came_in_at'> {
  readonly checked_at: string
  readonly came_in_at: string | null
  readonly standing: DishState | null
  readonly moved_by: string | null
  readonly version: number
}

export interface BoardDish extends ShownDish {
  /** The version of the stream `signup-<id>`. */
  readonly version: number
}

export interface LoadedBoard {
  readonly session: DinnerSession
  /** The version of the stream `dinner`. */
  readonly version: number
  readonly dishes: readonly BoardDish[]
}

/** Names one dish: by its id, or by the `held_place` of its row. */
export type OneDish = { readonly id: string } | { readonly held_place: string }

/**
 * Reads the session and all dishes, or only one dish, in one statement, so that a reset is seen completely or not
 * at all.
 */
export async function readBoard({ sql, edition }: Edition, onlyDish: OneDish | null = null): Promise<LoadedBoard> {
  const [row] = await sql<{ session: ReadSession | null; dishes: DishRow[] }[]>`
    select (select to_json(session) from dinner_sessions session where id = ${dinnerStream(edition)}) as session, coalesce((
      select json_agg(dish) from (
        select ${signupColumns(sql)}, check_in.standing, check_in.moved_by, check_in.version
        from dinner_check_ins check_in
        join dinner_signups signup on signup.id = check_in.id and signup.edition = check_in.edition
        join dinner_slots slot on slot.id = signup.slot_id and slot.category = 'dishes'
        ${joinTeam(sql)}
        where check_in.edition = ${edition} and check_in.checked_at is not null ${filterByDish(sql, onlyDish)}
      ) dish
    ), '[]') as dishes`
  const session = row?.session ?? null
  return {
    session: toSession(session),
    version: session?.version ?? 0,
    dishes: (row?.dishes ?? []).map(buildDish),
  }
}

function filterByDish(sql: Sql, dish: OneDish | null) {
  if (dish === null) return sql``
  return 'id' in dish ? sql`and check_in.id = ${dish.id}` : sql`and check_in.held_place = ${dish.held_place}`
}

function buildDish({ standing, moved_by, version, ...row }: DishRow): BoardDish {
  const checked_at = new Date(row.checked_at)
  const came_in_at = row.came_in_at === null ? null : new Date(row.came_in_at)
  return {
    id: row.id,
    checkedInAt: checked_at.toISOString(),
    state: standing ?? unmoved,
    movedBy: moved_by,
    version,
    signup: buildSignup({ ...row, checked_at, came_in_at }),
  }
}

/**
 * Reads the session as it is stored. The board may show a larger layout, because `buildBoard` adds taken places.
 */
export async function readDinner({ sql, edition }: Edition): Promise<DinnerSession> {
  const [row] = await sql<ReadSession[]>`select * from dinner_sessions where id = ${dinnerStream(edition)}`
  return toSession(row ?? null)
}

/** Reads a sign-up for a dish; rejects all others with SIGNUP_NOT_FOUND. */
export const requireDishSignup = async (current: Edition, id: string): Promise<DetailedSignup> =>
  (await readSignup(current, id, 'dishes')) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')

/** Answers with one dish: on the board, done, or left over. */
export async function readItem(current: Edition, id: string): Promise<Answer<{ item: BoardItem }>> {
  const { dishes, session } = await readBoard(current, { id })
  const { items, finished, leftovers } = buildShownBoard(dishes, session)
  const item = [...items, ...finished, ...leftovers][0] ?? dinnerErrors.fail('DISH_NOT_CHECKED_IN')
  return { status: 200, body: { item }, version: dishes[0]?.version ?? 0 }
}

/** Answers with the session; its version is that of the stream `dinner`. */
export async function answerWithSession(current: Edition): Promise<Answer<{ session: Session }>> {
  const { dishes, session, version } = await readBoard(current)
  return { status: 200, body: { session: buildShownBoard(dishes, session).session }, version }
}

type EditionLog = Pick<Platform, 'log' | 'current'>
type Code = keyof typeof dinnerErrors.registry
type Reason = RecordedEvent<SignupEvent | SessionEvent>
type Types = readonly Reason['type'][]

const placeTaken = ['DishMoved', 'DishPutBack'] satisfies Types
const dishChanged = [...placeTaken, 'DishEmptied'] satisfies Types

/** The events of the sign-up's own stream that explain a domain error: the last one of them is its reason. */
const reasonsOfSignup: Partial<Record<Code, Types>> = {
  DISH_IN_USE: dishChanged,
  DISH_MOVED_MEANWHILE: dishChanged,
  DISH_NOT_ON_BUFFET: dishChanged,
  DISH_FINISHED: ['DishEmptied'],
  DISH_NOT_CHECKED_IN: ['CheckInUndone'],
  SIGNUP_NOT_FOUND: ['SignupWithdrawn', 'ArrivalDismissed'],
}
/** The events of the dinner's stream that explain a domain error. */
const reasonsOfDinner: Partial<Record<Code, Types>> = {
  DINNER_ALREADY_FINISHED: ['DinnerFinished'],
  DINNER_NOT_IN_PROGRESS: ['DinnerFinished', 'DinnerReset', 'DinnerReverted'],
  DINNER_WAS_RESET: ['DinnerReset'],
}

interface SignupCommand {
  readonly id: string
  /** The place to which a dish was to move. */
  readonly to?: DishPlace | undefined
}

/**
 * Runs a command of staff about one sign-up. If it is rejected because of what others did, the domain error describes
 * what they did, who did it and when. Only for routes of staff, because it names users.
 */
export async function explainRejections<T>(
  editionLog: EditionLog,
  command: SignupCommand,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const happened = await findReason(editionLog, error.code as Code, command)
    throw happened ? error.because(happened) : error
  }
}

async function findReason(editionLog: EditionLog, code: Code, command: SignupCommand): Promise<Happened | null> {
  if (code === 'SLOT_OCCUPIED') return findHowPlaceWasTaken(editionLog, command)
  const ofDinner = reasonsOfDinner[code]
  if (ofDinner) {
    const stream = dinnerStream(editionLog.current.edition)
    return readLast(editionLog, stream, { types: ofDinner, name: 'Dinner' })
  }
  const { id } = command
  const ofSignup = reasonsOfSignup[code]
  if (!ofSignup) return null
  return readLast(editionLog, signupStream(id), { types: ofSignup, name: await readName(editionLog, id) })
}

/** Finds how the dish that holds the place came there; without `to`, the place is the one that this dish had. */
async function findHowPlaceWasTaken(editionLog: EditionLog, { id, to }: SignupCommand): Promise<Happened | null> {
  const { current } = editionLog
  const { session, dishes } = await readBoard(current, { id })
  const state = advanceToDinner(session.dinner, dishes[0]?.state ?? unmoved)
  const held_place = heldPlace({ ...state, place: to ?? state.place, emptiedAt: null })
  const [holder] = held_place === null ? [] : (await readBoard(current, { held_place })).dishes
  if (!holder) return null
  return readLast(editionLog, signupStream(holder.id), { types: placeTaken, name: holder.signup.slot_name })
}

async function readLast(
  { log, current }: EditionLog,
  stream: string,
  { types, name }: { readonly types: Types; readonly name: string },
): Promise<Happened | null> {
  const events = await log.read({ stream, types: [...types], newestFirst: true, limit: 1 })
  const [reason] = events as readonly Reason[]
  if (!reason || reason.metadata.edition !== current.edition) return null
  const { actor, at, happenedAt } = reason.metadata
  return {
    what: describeReason(reason, name),
    by: actor.kind === 'staff' ? actor.name : null,
    at: (happenedAt ?? at).toISOString(),
  }
}

function describeReason({ type, data }: Reason, name: string): string {
  switch (type) {
    case 'DishMoved':
      return `${name} was moved to ${placeName(data.to)}`
    case 'DishPutBack':
      return `${name} was put back on the buffet`
    case 'DishEmptied':
      return `${name} was marked as done`
    case 'CheckInUndone':
      return `The check-in of ${name} was undone`
    case 'DinnerReset':
      return `${name} was reset`
    case 'DinnerReverted':
      return `${name} was set back`
    case 'DinnerFinished':
      return `${name} was finished`
    default:
      return `${name} was removed`
  }
}

/** Returns the name that lists show, even if the sign-up was canceled. */
async function readName(editionLog: EditionLog, id: string): Promise<string> {
  const { signup } = (await readSignup(editionLog.current, id)) ?? (await readCanceledSignup(editionLog, id)) ?? {}
  if (!signup) return 'This sign-up'
  return signup.category === 'dishes' ? signup.slot_name : signup.person_name
}

type ListEndpoint = (typeof boardApi)['listBoardItems' | 'listFinishedItems' | 'listLeftovers']

export function boardRoutes({ current, clock }: Platform): Route[] {
  const list = (endpoint: ListEndpoint, name: 'items' | 'finished' | 'leftovers') =>
    route(endpoint, async () => {
      const { dishes, session } = await readBoard(current)
      const { [name]: items } = buildShownBoard(dishes, session)
      return { status: 200, body: { items, now: clock.now().toISOString() } }
    })
  return [
    route(boardApi.readBoard, async () => {
      const { dishes, session, version } = await readBoard(current)
      // The ETag is made of `content`, which leaves out the clock, so that it stays the same while the board does.
      const content = { dinner: session.dinner, ...buildShownBoard(dishes, session) }
      return { status: 200, body: { ...content, now: clock.now().toISOString() }, content, version }
    }),
    route(boardApi.readSession, () => answerWithSession(current)),
    list(boardApi.listBoardItems, 'items'),
    list(boardApi.listFinishedItems, 'finished'),
    list(boardApi.listLeftovers, 'leftovers'),
  ]
}
