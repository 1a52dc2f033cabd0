import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { SlotCategory } from '@ultimate/events/dinner/slots/slot.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { readDinner } from '../../read/board/query.ts'
import { readSignup } from '../../read/signups/query.ts'
import { signupStream } from '../signup.ts'
import { type CheckIn, checkInDecider } from './decide.ts'

export const checkInDishRoute = (platform: EditionPlatform): Route =>
  checkInRoute(platform, { endpoint: signupApi.checkInDish, category: 'dishes' })

export const checkInServerRoute = (platform: EditionPlatform): Route =>
  checkInRoute(platform, { endpoint: signupApi.checkInServer, category: 'serving' })

interface CheckInKind {
  readonly endpoint: typeof signupApi.checkInDish | typeof signupApi.checkInServer
  readonly category: SlotCategory
}

function checkInRoute({ commands, current }: EditionPlatform, { endpoint, category }: CheckInKind): Route {
  const known = async (id: string) => (await readSignup(current, id, category)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
  const present = async (id: string) => {
    const { signup, version } = await known(id)
    return { status: 200, body: { signup }, version }
  }
  return route(
    endpoint,
    async ({ params: { id }, body }, context) => {
      const { signup } = await known(id)
      const { dinner } = await readDinner(current)
      const at = body.at === undefined ? null : new Date(body.at)
      const command: CheckIn = {
        type: 'CheckIn',
        data: { checkedIn: body.checkedIn, slotId: signup.slot_id, category, at, dinner },
        metadata: { now: context.command.now },
      }
      const handling = { stream: signupStream(id), command, expectedVersion: context.expectedVersion }
      await commands.handle(checkInDecider, handling, { ...context.command, happenedAt: at })
      return present(id)
    },
    { current: ({ params }) => present(params.id) },
  )
}
