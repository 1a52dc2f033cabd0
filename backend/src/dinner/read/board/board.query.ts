import { type DishState, unmoved } from '@ultimate/events/dinner/dish-state.ts'
import type { DinnerSession } from '@ultimate/events/dinner/session.ts'
import { dinnerStream } from '@ultimate/events/dinner/session.ts'
import type { ShownDish } from '@ultimate/events/dinner/shown-board.ts'
import type { Edition } from '../../../platform/edition.ts'
import { type SessionRow, sessionOf } from '../session.view.ts'
import { arrivalShown } from '../signups.view.ts'

interface DishRow {
  readonly id: string
  readonly slot_id: string
  readonly person_name: string
  readonly team_name: string
  readonly slot_name: string
  readonly description: string
  readonly time_slot: string | null
  readonly walk_in: boolean
  readonly checked_at: string
  readonly time_trusted: boolean
  readonly came_in_at: string | null
  readonly standing: DishState | null
  readonly moved_by: string | null
  readonly version: number
}
type SessionJson = Omit<SessionRow, 'started_at' | 'finished_at'> & {
  readonly started_at: string | null
  readonly finished_at: string | null
}

export interface KnownDish extends ShownDish {
  /** The version of the stream `signup-<id>`. */
  readonly version: number
}

export interface KnownBoard {
  readonly session: DinnerSession
  /** The version of the stream `dinner`. */
  readonly version: number
  readonly dishes: readonly KnownDish[]
}

/** Session and dishes of one moment: in one statement, so that a reset is seen with all that followed from it or not at all. */
export async function readBoard({ sql, edition }: Edition): Promise<KnownBoard> {
  const [row] = await sql<{ session: SessionJson | null; dishes: DishRow[] }[]>`
    select (select to_json(session) from dinner_sessions session where id = ${dinnerStream(edition)}) as session, coalesce((
      select json_agg(dish) from (
        select signup.id, signup.slot_id, signup.person_name, coalesce(team.team_name, signup.walk_in_team, '') as team_name,
          slot.name as slot_name, slot.description, slot.time_slot, signup.walk_in_team is not null as walk_in,
          check_in.checked_at, check_in.time_trusted, check_in.came_in_at, check_in.standing, check_in.moved_by, check_in.version
        from dinner_check_ins check_in
        join dinner_signups signup on signup.id = check_in.id
        join dinner_slots slot on slot.id = signup.slot_id and slot.category = 'dishes' and slot.edition = ${edition}
        left join dinner_teams team on team.id = signup.team_id
        where check_in.checked_at is not null
      ) dish
    ), '[]') as dishes`
  const session = row?.session ?? null
  return {
    session: sessionOf(session && { ...session, ...timesOf(session) }),
    version: session?.version ?? 0,
    dishes: (row?.dishes ?? []).map(dishOf),
  }
}

const timesOf = ({ started_at, finished_at }: SessionJson) => ({
  started_at: started_at === null ? null : new Date(started_at),
  finished_at: finished_at === null ? null : new Date(finished_at),
})

function dishOf({ standing, moved_by, version, time_trusted, came_in_at, ...row }: DishRow): KnownDish {
  const checkedInAt = new Date(row.checked_at).toISOString()
  return {
    id: row.id,
    checkedInAt,
    standing: standing ?? unmoved,
    movedBy: moved_by,
    version,
    signup: {
      ...row,
      category: 'dishes',
      checked_in: true,
      checked_at: checkedInAt,
      ...arrivalShown({ time_trusted, came_in_at: came_in_at === null ? null : new Date(came_in_at) }),
    },
  }
}

/** The present dinner as it was declared; what the board makes of its layout is `readBoard`'s to say. */
export async function readDinner({ sql, edition }: Edition): Promise<DinnerSession> {
  const [row] = await sql<SessionRow[]>`select * from dinner_sessions where id = ${dinnerStream(edition)}`
  return sessionOf(row ?? null)
}
