import { boardApi } from '@ultimate/events/dinner/board/board-api.ts'
import { buildBoard } from '@ultimate/events/dinner/board.ts'
import type { SessionEvent } from '@ultimate/events/dinner/events.ts'
import {
  changeLayoutDecider,
  type DinnerSession,
  dinnerStream,
  finishDinnerDecider,
  type Layout,
  resetDinnerDecider,
  resumeDinnerDecider,
  startDinnerDecider,
} from '@ultimate/events/dinner/session.ts'
import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Edition } from '../../platform/edition.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { answerWithSession, readBoard } from '../read/board/board.query.ts'

export const sessionRoutes = (platform: Platform): Route[] => [
  changeLayoutRoute(platform),
  startDinnerRoute(platform),
  finishDinnerRoute(platform),
  resumeDinnerRoute(platform),
  resetDinnerRoute(platform),
]

type SessionEndpoint = (typeof boardApi)['startDinner' | 'finishDinner' | 'resumeDinner' | 'resetDinner']
type SessionCommand<Type extends string> = TimedCommand<Type, Record<string, never>>
type SessionDecider<Type extends string> = Decider<DinnerSession, SessionCommand<Type>, SessionEvent>

/** The four endpoints that change the session take no input and answer with the session. */
const sessionRoute =
  <Type extends string>(endpoint: SessionEndpoint, type: Type, decider: SessionDecider<Type>) =>
  (platform: Platform): Route =>
    commandRoute(platform, endpoint, async (_, { send, current }) => {
      await send(decider, dinnerStream(current.edition), { type, data: {} })
      return answerWithSession(current)
    })

const startDinnerRoute = sessionRoute(boardApi.startDinner, 'StartDinner', startDinnerDecider)
const finishDinnerRoute = sessionRoute(boardApi.finishDinner, 'FinishDinner', finishDinnerDecider)
const resumeDinnerRoute = sessionRoute(boardApi.resumeDinner, 'ResumeDinner', resumeDinnerDecider)
const resetDinnerRoute = sessionRoute(boardApi.resetDinner, 'ResetDinner', resetDinnerDecider)

function changeLayoutRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    boardApi.changeLayout,
    async ({ body }, { send, current, expectedVersion }) => {
      const layout = { warmingSlots: body.warming_slots, buffetSlots: body.buffet_slots }
      const command = { type: 'ChangeLayout', data: { layout, occupied: await readOccupiedLayout(current) } } as const
      await send(changeLayoutDecider, dinnerStream(current.edition), command, { expectedVersion })
      return answerWithSession(current)
    },
    { answerIfStale: (_, { current }) => answerWithSession(current) },
  )
}

/** Returns the smallest layout that has all taken places: `buildBoard` adds these, here to a layout without places. */
export async function readOccupiedLayout(current: Edition): Promise<Layout> {
  const { dishes, session } = await readBoard(current)
  return buildBoard(dishes, { ...session, warmingSlots: 0, buffetSlots: 0 }).layout
}
