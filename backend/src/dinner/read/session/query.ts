import type { DinnerSession } from '@ultimate/events/dinner/board.ts'
import type { Sql } from 'postgres'
import { type SessionRow, sessionOf } from './project.ts'

/** The present dinner as it was declared; what the board makes of its layout is `readBoard`'s to say. */
export async function readDinner(sql: Sql): Promise<DinnerSession> {
  const [row] = await sql<SessionRow[]>`select * from dinner_sessions`
  return sessionOf(row ?? null)
}
