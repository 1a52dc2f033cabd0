import { arrivalApi } from '@ultimate/events/dinner/slots/arrival-api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { readRemovedSignup, readUndecided } from '../../read/arrivals/query.ts'
import { signupStream } from '../signup.ts'
import { type RestoreSignup, restoreSignupDecider } from '../signup-removal/decide.ts'
import { slotStream } from '../slot.ts'
import { type DecideArrival, decideArrivalDecider } from './decide.ts'

export function decideArrivalRoute(platform: EditionPlatform): Route {
  const { commands } = platform
  return route(
    arrivalApi.decideArrival,
    async ({ params: { signup_id: id }, body: { decision } }, { command: context }) => {
      const isUndecided = (await readUndecided(platform)).some(({ signup_id }) => signup_id === id)
      const removed = isUndecided ? await readRemovedSignup(platform, id) : null
      const { now } = context
      if (removed && decision === 'restore') {
        const restore: RestoreSignup = { type: 'RestoreSignup', data: { made: removed.made }, metadata: { now } }
        const handling = { stream: slotStream(removed.signup.slot_id), command: restore }
        // First, and without the request's key: where the second command is lost, the decision is still to be made.
        await commands.handle(restoreSignupDecider, handling, { ...context, idempotency: null })
      }
      const command: DecideArrival = { type: 'DecideArrival', data: { decision }, metadata: { now } }
      await commands.handle(decideArrivalDecider, { stream: signupStream(id), command }, context)
      return { status: 200, body: { arrivals: await readUndecided(platform) } }
    },
  )
}
