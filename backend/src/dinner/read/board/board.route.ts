import { boardApi } from '@ultimate/events/dinner/board/board-api.ts'
import { shownBoard } from '@ultimate/events/dinner/shown-board.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { readBoard } from './board.query.ts'

export function boardRoutes({ current, clock }: Platform): Route[] {
  const shown = async () => {
    const { dishes, session, version } = await readBoard(current)
    return { ...shownBoard(dishes, session), version, now: clock.now().toISOString() }
  }
  return [
    route(boardApi.readBoard, async () => {
      const { dishes, session, version } = await readBoard(current)
      const content = { dinner: session.dinner, ...shownBoard(dishes, session) }
      return { status: 200, body: { ...content, now: clock.now().toISOString() }, content, version }
    }),
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
