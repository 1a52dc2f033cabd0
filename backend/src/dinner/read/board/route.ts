import { boardApi } from '@ultimate/events/dinner/board-api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { shownBoard } from './board-dish.ts'
import { readBoard } from './query.ts'

export function boardRoutes({ sql, clock }: Platform): Route[] {
  const shown = async () => {
    const { dishes, session, version } = await readBoard(sql)
    return { ...shownBoard(dishes, session), version, now: clock.now().toISOString() }
  }
  return [
    route(boardApi.readSession, async () => {
      const { session, version } = await shown()
      return { status: 200, body: { session }, version }
    }),
    route(boardApi.listBoardItems, async () => {
      const { items, now } = await shown()
      return { status: 200, body: { items, now } }
    }),
    route(boardApi.listFinishedItems, async () => {
      const { finished, now } = await shown()
      return { status: 200, body: { items: finished, now } }
    }),
    route(boardApi.listLeftovers, async () => {
      const { leftovers, now } = await shown()
      return { status: 200, body: { items: leftovers, now } }
    }),
  ]
}
