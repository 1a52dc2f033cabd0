import type { DinnerSession } from '@ultimate/events/dinner/board/board.ts'
import { boardApi } from '@ultimate/events/dinner/board/board-api.ts'
import type { SessionEvent } from '@ultimate/events/dinner/events.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { sessionAnswer } from '../../read/board/answer.ts'
import { dinnerStream } from '../dinner.ts'
import { finishDinnerDecider, resetDinnerDecider, resumeDinnerDecider, startDinnerDecider } from './decide.ts'

type SessionEndpoint = (typeof boardApi)['startDinner' | 'finishDinner' | 'resumeDinner' | 'resetDinner']
type SessionCommand<Type extends string> = TimedCommand<Type, Record<string, never>>
type SessionDecider<Type extends string> = StreamDecider<DinnerSession, SessionCommand<Type>, SessionEvent>

/** The buttons of the board that change the session take no input and answer with the session. */
const sessionRoute =
  <Type extends string>(endpoint: SessionEndpoint, type: Type, decider: SessionDecider<Type>) =>
  ({ commands, current }: EditionPlatform): Route =>
    route(endpoint, async (_, { command: context }) => {
      const command: SessionCommand<Type> = { type, data: {}, metadata: { now: context.now } }
      await commands.handle(decider, { stream: dinnerStream(current.edition), command }, context)
      return sessionAnswer(current)
    })

export const startDinnerRoute = sessionRoute(boardApi.startDinner, 'StartDinner', startDinnerDecider)
export const finishDinnerRoute = sessionRoute(boardApi.finishDinner, 'FinishDinner', finishDinnerDecider)
export const resumeDinnerRoute = sessionRoute(boardApi.resumeDinner, 'ResumeDinner', resumeDinnerDecider)
export const resetDinnerRoute = sessionRoute(boardApi.resetDinner, 'ResetDinner', resetDinnerDecider)
