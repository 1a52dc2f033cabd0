import { type BoardItem, boardApi, type SessionAnswer } from '@ultimate/events/dinner/board/board-api.ts'
import { buildShownBoard, type ShownDish } from '@ultimate/events/dinner/board.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { type DinnerSession, dinnerStream } from '@ultimate/events/dinner/session.ts'
import type { DishState } from '@ultimate/events/dinner/signup.ts'
import { buildSignup, type SignupParts } from '@ultimate/events/dinner/slots/build-signup.ts'
import type { Sql } from 'postgres'
import type { Edition } from '../../../platform/edition.ts'
import { type Answer, type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { type ReadSession, toSession } from '../session.view.ts'
import { type DetailedSignup, joinTeam, readSignup, signupColumns } from '../signups.view.ts'

/** A dish as `json_agg` returns it, with times as texts. */
interface DishRow extends Omit<SignupParts, 'checked_at' | 'came_in_at'> {
  readonly checked_at: string
  readonly came_in_at: string | null
  /** The state of the dish. `standing` is an older name, which the column has. */
  readonly standing: DishState
  readonly moved_by: string | null
  readonly version: number
}

export interface BoardDish extends ShownDish {
  /** The version of the stream `signup-<id>`. */
  readonly version: number
}

export interface LoadedBoard {
  readonly session: DinnerSession
  /** The version of the edition's dinner stream. */
  readonly version: number
  readonly dishes: readonly BoardDish[]
}

/**
 * Names one dish: by its id, or by its `held_place`, which only one dish can have. `1/buffet/3` is the fourth place of the
 * buffet in dinner 1.
 */
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
    state: standing,
    movedBy: moved_by,
    version,
    signup: buildSignup({ ...row, checked_at, came_in_at }),
  }
}

/** Reads the session as it is stored. The board may show more places: `buildShownBoard` adds those that dishes still have. */
export async function readDinner({ sql, edition }: Edition): Promise<DinnerSession> {
  const [row] = await sql<ReadSession[]>`select * from dinner_sessions where id = ${dinnerStream(edition)}`
  return toSession(row ?? null)
}

/** Reads the sign-up for a dish; fails with SIGNUP_NOT_FOUND if there is none, or if it is for serving. */
export const requireDishSignup = async (current: Edition, id: string): Promise<DetailedSignup> =>
  (await readSignup(current, id, 'dishes')) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')

/** Answers with one checked-in dish: on the board, done, or left over. */
export async function readItem(current: Edition, id: string): Promise<Answer<{ item: BoardItem }>> {
  const { dishes, session } = await readBoard(current, { id })
  const { items, finished, leftovers } = buildShownBoard(dishes, session)
  const item = [...items, ...finished, ...leftovers][0] ?? dinnerErrors.fail('DISH_NOT_CHECKED_IN')
  return { status: 200, body: { item }, version: dishes[0]?.version ?? 0 }
}

/** Answers with the session as the board shows it. */
export async function answerWithSession(current: Edition): Promise<Answer<{ session: SessionAnswer }>> {
  const { dishes, session, version } = await readBoard(current)
  return { status: 200, body: { session: buildShownBoard(dishes, session).session }, version }
}

type ListEndpoint = (typeof boardApi)['listBoardItems' | 'listFinishedItems' | 'listLeftovers']

export function boardRoutes({ current, clock }: Platform): Route[] {
  const list = (endpoint: ListEndpoint, name: 'items' | 'finished' | 'leftovers') =>
    route(endpoint, async () => {
      const { dishes, session } = await readBoard(current)
      const board = buildShownBoard(dishes, session)
      return { status: 200, body: { items: board[name], now: clock.now().toISOString() } }
    })
  return [
    route(boardApi.readBoard, async () => {
      const { dishes, session, version } = await readBoard(current)
      // The ETag is made of `content`: the body without the clock, so that an unchanged board has the same ETag.
      const content = { dinner: session.dinner, ...buildShownBoard(dishes, session) }
      return { status: 200, body: { ...content, now: clock.now().toISOString() }, content, version }
    }),
    route(boardApi.readSession, () => answerWithSession(current)),
    list(boardApi.listBoardItems, 'items'),
    list(boardApi.listFinishedItems, 'finished'),
    list(boardApi.listLeftovers, 'leftovers'),
  ]
}
