import { boardApi } from '@ultimate/events/dinner/board/board-api.ts'
import { type EmptyDish, emptyDishDecider, type MoveDish, moveDishDecider } from '@ultimate/events/dinner/dish.ts'
import type { DishPlace } from '@ultimate/events/dinner/place.ts'
import { signupStream } from '@ultimate/events/dinner/signup-state.ts'
import { reportedTime } from '@ultimate/events/language/reported-time.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { knownDish, readItem } from '../read/board/answer.ts'
import { readDinner } from '../read/board/board.query.ts'
import { explainingErrors } from '../read/board/happened.ts'

export function moveDishRoute(platform: Platform): Route {
  const { commands, current } = platform
  return route(
    boardApi.moveDish,
    async ({ params: { id }, body }, context) => {
      const { signedUpAt: notBefore } = await explainingErrors(platform, { id }, () => knownDish(current, id))
      const reported = reportedTime(body.at, { now: context.command.now, notBefore })
      const from = body.from === undefined ? null : placeOf(body.from)
      const command: MoveDish = {
        type: 'MoveDish',
        data: { to: placeOf(body), from, ...reported, session: await readDinner(current) },
        metadata: { now: context.command.now },
      }
      const handling = { stream: signupStream(id), command, expectedVersion: context.expectedVersion }
      await explainingErrors(platform, { id, to: command.data.to }, () =>
        commands.handle(moveDishDecider, handling, { ...context.command, happenedAt: reported.at }),
      )
      return readItem(current, id)
    },
    { current: ({ params }) => readItem(current, params.id) },
  )
}

/** The schema lets a position through exactly where the zone has places. */
const placeOf = ({ zone, position }: { zone: DishPlace['zone']; position: number | null }): DishPlace =>
  zone === 'holding' || position === null ? { zone: 'holding' } : { zone, position }

export function emptyDishRoute(platform: Platform): Route {
  const { commands, current } = platform
  return route(
    boardApi.emptyDish,
    async ({ params: { id }, body }, context) => {
      const { signedUpAt: notBefore } = await explainingErrors(platform, { id }, () => knownDish(current, id))
      const reported = reportedTime(body.at, { now: context.command.now, notBefore })
      const command: EmptyDish = {
        type: 'EmptyDish',
        data: { emptied: body.emptied, ...reported, session: await readDinner(current) },
        metadata: { now: context.command.now },
      }
      const handling = { stream: signupStream(id), command, expectedVersion: context.expectedVersion }
      await explainingErrors(platform, { id }, () =>
        commands.handle(emptyDishDecider, handling, { ...context.command, happenedAt: reported.at }),
      )
      return readItem(current, id)
    },
    { current: ({ params }) => readItem(current, params.id) },
  )
}
