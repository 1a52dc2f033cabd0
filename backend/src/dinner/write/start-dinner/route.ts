import { boardApi } from '@ultimate/events/dinner/board/board-api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { sessionAnswer } from '../../read/board/answer.ts'
import { dinnerStream } from '../dinner.ts'
import { type StartDinner, startDinnerDecider } from './decide.ts'

export function startDinnerRoute({ commands, current }: EditionPlatform): Route {
  return route(boardApi.startDinner, async (_, context) => {
    const command: StartDinner = { type: 'StartDinner', data: {}, metadata: { now: context.command.now } }
    await commands.handle(startDinnerDecider, { stream: dinnerStream(current.edition), command }, context.command)
    return sessionAnswer(current)
  })
}
