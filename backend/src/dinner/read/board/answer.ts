import type { BoardItem, Session } from '@ultimate/events/dinner/board/board-api.ts'
import { shownBoard } from '@ultimate/events/dinner/board.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { Edition } from '../../../platform/edition.ts'
import type { Answer } from '../../../platform/http/http-route.ts'
import { type DetailedSignup, readSignup } from '../signups.view.ts'
import { readBoard } from './board.query.ts'

/** Refuses with SIGNUP_NOT_FOUND a sign-up that is not for a dish. */
export const knownDish = async (current: Edition, id: string): Promise<DetailedSignup> =>
  (await readSignup(current, id, 'dishes')) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')

/** The answer about one dish, wherever on the board or off it. */
export async function readItem(current: Edition, id: string): Promise<Answer<{ item: BoardItem }>> {
  const { dishes, session } = await readBoard(current, { id })
  const { items, finished, leftovers } = shownBoard(dishes, session)
  const item = [...items, ...finished, ...leftovers][0] ?? dinnerErrors.fail('DISH_NOT_CHECKED_IN')
  return { status: 200, body: { item }, version: dishes[0]?.version ?? 0 }
}

/** The session as the interface answers it; its version is that of the stream `dinner`. */
export async function sessionAnswer(current: Edition): Promise<Answer<{ session: Session }>> {
  const { dishes, session, version } = await readBoard(current)
  return { status: 200, body: { session: shownBoard(dishes, session).session }, version }
}
