import { boardApi } from '@ultimate/events/dinner/board-api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { knownDish, readItem } from '../../read/board/answer.ts'
import { readDinner } from '../../read/board/query.ts'
import { evolve, initialState, signupStream } from '../signup.ts'
import { type EmptyDish, emptyDish } from './decide.ts'

export const emptyDishDecider = { decide: emptyDish, evolve, initialState }

export function emptyDishRoute({ commands, sql }: Platform): Route {
  return route(
    boardApi.emptyDish,
    async ({ params: { id }, body }, context) => {
      await knownDish(sql, id)
      const at = body.at === undefined ? null : new Date(body.at)
      const command: EmptyDish = {
        type: 'EmptyDish',
        data: { emptied: body.emptied, at, session: await readDinner(sql) },
        metadata: { now: context.command.now },
      }
      const handling = { stream: signupStream(id), command, expectedVersion: context.expectedVersion }
      await commands.handle(emptyDishDecider, handling, { ...context.command, happenedAt: at })
      return readItem(sql, id)
    },
    { current: ({ params }) => readItem(sql, params.id) },
  )
}
