import { type DishState, unmoved } from '@ultimate/events/dinner/dish-state.ts'
import type { DinnerSession } from '@ultimate/events/dinner/session.ts'
import { dinnerStream } from '@ultimate/events/dinner/session.ts'
import type { ShownDish } from '@ultimate/events/dinner/shown-board.ts'
import { buildSignup, type SignupParts } from '@ultimate/events/dinner/slot.ts'
import type { Sql } from 'postgres'
import type { Edition } from '../../../platform/edition.ts'
import { type SessionRow, toSession } from '../session.view.ts'
import { signupColumns } from '../signups.view.ts'

interface DishRow extends Omit<SignupParts, 'checked_at' | 'came_in_at'> {
  readonly checked_at: string
  readonly came_in_at: string | null
  readonly standing: DishState | null
  readonly moved_by: string | null
  readonly version: number
}
type SessionJson = Omit<SessionRow, 'started_at' | 'finished_at'> & {
  readonly started_at: string | null
  readonly finished_at: string | null
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

/** Names one dish: by its id, or by the place that it holds, as rows name it. */
export type OneDish = { readonly id: string } | { readonly held_place: string }

/**
 * Session and dishes of one moment, or of all dishes only `one`: in one statement, so that a reset is seen with all that
 * followed from it or not at all.
 */
export async function readBoard({ sql, edition }: Edition, one: OneDish | null = null): Promise<LoadedBoard> {
  const [row] = await sql<{ session: SessionJson | null; dishes: DishRow[] }[]>`
    select (select to_json(session) from dinner_sessions session where id = ${dinnerStream(edition)}) as session, coalesce((
      select json_agg(dish) from (
        select ${signupColumns(sql)}, check_in.standing, check_in.moved_by, check_in.version
        from dinner_check_ins check_in
        join dinner_signups signup on signup.id = check_in.id and signup.edition = check_in.edition
        join dinner_slots slot on slot.id = signup.slot_id and slot.category = 'dishes'
        left join dinner_teams team on team.id = signup.team_id
        where check_in.edition = ${edition} and check_in.checked_at is not null ${named(sql, one)}
      ) dish
    ), '[]') as dishes`
  const session = row?.session ?? null
  return {
    session: toSession(session && { ...session, ...toTimes(session) }),
    version: session?.version ?? 0,
    dishes: (row?.dishes ?? []).map(buildDish),
  }
}

function named(sql: Sql, one: OneDish | null) {
  if (one === null) return sql``
  return 'id' in one ? sql`and check_in.id = ${one.id}` : sql`and check_in.held_place = ${one.held_place}`
}

const toTimes = ({ started_at, finished_at }: SessionJson) => ({
  started_at: started_at === null ? null : new Date(started_at),
  finished_at: finished_at === null ? null : new Date(finished_at),
})

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

/** The present dinner as it was declared; `readBoard` decides what the board makes of its layout. */
export async function readDinner({ sql, edition }: Edition): Promise<DinnerSession> {
  const [row] = await sql<SessionRow[]>`select * from dinner_sessions where id = ${dinnerStream(edition)}`
  return toSession(row ?? null)
}
