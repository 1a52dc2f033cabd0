import { boardApi } from '@ultimate/events/dinner/board-api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { shownBoard } from '../board/board-dish.ts'
import { readPast, type Then } from './query.ts'

export function replayBoardRoute(platform: Platform): Route {
  return route(boardApi.replayBoard, async ({ query }) => {
    const then = thenOf(query.at)
    const { dishes, session, position, at } = await readPast(platform, then)
    const shown = 'time' in then ? then.time : (at ?? new Date(0))
    return { status: 200, body: { at: shown.toISOString(), position, ...shownBoard(dishes, session) } }
  })
}

const thenOf = (at: string): Then => (/^\d+$/.test(at) ? { position: Number(at) } : { time: new Date(at) })
