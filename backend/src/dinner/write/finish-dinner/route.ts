import { boardApi } from '@ultimate/events/dinner/board/board-api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { sessionAnswer } from '../../read/board/answer.ts'
import { dinnerStream } from '../dinner.ts'
import { type FinishDinner, finishDinnerDecider } from './decide.ts'

export function finishDinnerRoute({ commands, current }: EditionPlatform): Route {
  return route(boardApi.finishDinner, async (_, context) => {
    const command: FinishDinner = { type: 'FinishDinner', data: {}, metadata: { now: context.command.now } }
    await commands.handle(finishDinnerDecider, { stream: dinnerStream(current.edition), command }, context.command)
    return sessionAnswer(current)
  })
}
