import { boardApi } from '@ultimate/events/dinner/board/board-api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { knownDish, readItem } from '../../read/board/answer.ts'
import { tellingWhatHappened } from '../../read/board/happened.ts'
import { readDinner } from '../../read/board/query.ts'
import { happening, reportedTime } from '../reported-time.ts'
import { signupStream } from '../signup.ts'
import { type EmptyDish, emptyDishDecider } from './decide.ts'

export function emptyDishRoute(platform: EditionPlatform): Route {
  const { commands, current } = platform
  return route(
    boardApi.emptyDish,
    async ({ params: { id }, body }, context) => {
      const { signedUpAt: notBefore } = await tellingWhatHappened(platform, { id }, () => knownDish(current, id))
      const reported = reportedTime(body.at, { now: context.command.now, notBefore })
      const command: EmptyDish = {
        type: 'EmptyDish',
        data: { emptied: body.emptied, ...reported, session: await readDinner(current) },
        metadata: { now: context.command.now },
      }
      const handling = { stream: signupStream(id), command, expectedVersion: context.expectedVersion }
      await tellingWhatHappened(platform, { id }, () =>
        commands.handle(emptyDishDecider, handling, happening(context.command, reported)),
      )
      return readItem(current, id)
    },
    { current: ({ params }) => readItem(current, params.id) },
  )
}
