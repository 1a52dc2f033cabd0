import type { Session } from '@ultimate/events/dinner/board-api.ts'
import type { Answer } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { shownBoard } from '../board/board-dish.ts'
import { readBoard } from '../board/query.ts'

/** The session as everybody is told of it; its version is that of the stream `dinner`. */
export async function sessionAnswer(sql: Platform['sql']): Promise<Answer<{ session: Session }>> {
  const { dishes, session, version } = await readBoard(sql)
  return { status: 200, body: { session: shownBoard(dishes, session).session }, version }
}
