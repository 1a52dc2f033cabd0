import { boardApi } from '@ultimate/events/dinner/board/board-api.ts'
import { type DishPlace, emptyDishDecider, moveDishDecider, signupStream } from '@ultimate/events/dinner/signup.ts'
import { reportedTime } from '@ultimate/events/language/reported-time.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readDinner, readItem, requireDishSignup } from '../read/board/board.query.ts'
import { explainRejections } from './explain-rejections.ts'

export const dishRoutes = (platform: Platform): Route[] => [moveDishRoute(platform), emptyDishRoute(platform)]

function moveDishRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    boardApi.moveDish,
    async ({ params: { id }, body }, { commandContext: { now }, send, current, expectedVersion }) => {
      const to = toPlace(body)
      const from = body.from === undefined ? null : toPlace(body.from)
      await explainRejections(platform, { id, to }, async () => {
        const { signedUpAt: notBefore } = await requireDishSignup(current, id)
        const reported = reportedTime(body.at, { now, notBefore })
        const data = { to, from, ...reported, session: await readDinner(current) }
        const options = { expectedVersion, context: { happenedAt: reported.at } }
        await send(moveDishDecider, signupStream(id), { type: 'MoveDish', data }, options)
      })
      return readItem(current, id)
    },
    { answerIfStale: ({ params }, { current }) => readItem(current, params.id) },
  )
}

/** The schema accepts a position exactly where the zone has places. */
const toPlace = ({ zone, position }: { zone: DishPlace['zone']; position: number | null }): DishPlace =>
  zone === 'holding' || position === null ? { zone: 'holding' } : { zone, position }

function emptyDishRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    boardApi.emptyDish,
    async ({ params: { id }, body: { emptied, at } }, { commandContext: { now }, send, current, expectedVersion }) => {
      await explainRejections(platform, { id }, async () => {
        const { signedUpAt: notBefore } = await requireDishSignup(current, id)
        const reported = reportedTime(at, { now, notBefore })
        const data = { emptied, ...reported, session: await readDinner(current) }
        const options = { expectedVersion, context: { happenedAt: reported.at } }
        await send(emptyDishDecider, signupStream(id), { type: 'EmptyDish', data }, options)
      })
      return readItem(current, id)
    },
    { answerIfStale: ({ params }, { current }) => readItem(current, params.id) },
  )
}
