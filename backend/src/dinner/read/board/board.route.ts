import { boardApi } from '@ultimate/events/dinner/board/board-api.ts'
import { shownBoard } from '@ultimate/events/dinner/board.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { readBoard, sessionAnswer } from './board.query.ts'

type ListEndpoint = (typeof boardApi)['listBoardItems' | 'listFinishedItems' | 'listLeftovers']

export function boardRoutes({ current, clock }: Platform): Route[] {
  const list = (endpoint: ListEndpoint, name: 'items' | 'finished' | 'leftovers') =>
    route(endpoint, async () => {
      const { dishes, session } = await readBoard(current)
      const { [name]: items } = shownBoard(dishes, session)
      return { status: 200, body: { items, now: clock.now().toISOString() } }
    })
  return [
    route(boardApi.readBoard, async () => {
      const { dishes, session, version } = await readBoard(current)
      const content = { dinner: session.dinner, ...shownBoard(dishes, session) }
      return { status: 200, body: { ...content, now: clock.now().toISOString() }, content, version }
    }),
    route(boardApi.readSession, () => sessionAnswer(current)),
    list(boardApi.listBoardItems, 'items'),
    list(boardApi.listFinishedItems, 'finished'),
    list(boardApi.listLeftovers, 'leftovers'),
  ]
}
