import { boardApi } from '@ultimate/events/dinner/board/board-api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { sessionAnswer } from '../../read/board/answer.ts'
import { dinnerStream } from '../dinner.ts'
import { type ResetDinner, resetDinnerDecider } from './decide.ts'

export function resetDinnerRoute({ commands, current }: EditionPlatform): Route {
  return route(boardApi.resetDinner, async (_, context) => {
    const command: ResetDinner = { type: 'ResetDinner', data: {}, metadata: { now: context.command.now } }
    await commands.handle(resetDinnerDecider, { stream: dinnerStream(current.edition), command }, context.command)
    return sessionAnswer(current)
  })
}
