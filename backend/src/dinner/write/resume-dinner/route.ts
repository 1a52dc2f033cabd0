import { boardApi } from '@ultimate/events/dinner/board/board-api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { sessionAnswer } from '../../read/board/answer.ts'
import { dinnerStream } from '../dinner.ts'
import { type ResumeDinner, resumeDinnerDecider } from './decide.ts'

export function resumeDinnerRoute({ commands, current }: EditionPlatform): Route {
  return route(boardApi.resumeDinner, async (_, context) => {
    const command: ResumeDinner = { type: 'ResumeDinner', data: {}, metadata: { now: context.command.now } }
    await commands.handle(resumeDinnerDecider, { stream: dinnerStream(current.edition), command }, context.command)
    return sessionAnswer(current)
  })
}
