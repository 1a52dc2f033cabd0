import { decideArrivalDecider, signupStream } from '@ultimate/events/dinner/signup.ts'
import { arrivalApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readCanceledSignup, readUndecided } from '../read/canceled-signups.query.ts'
import { takePlace } from './signup-commands.ts'

/**
 * Restores a canceled sign-up whose person came, or leaves it canceled. A restored sign-up takes its place in the slot
 * twice. Before the decision: if the request is interrupted in between, staff can still decide. After it: until then, an
 * automation that frees the places of canceled sign-ups may have freed this one again.
 */
export function decideArrivalRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    arrivalApi.decideArrival,
    async ({ params: { signup_id: id }, body: { decision } }, { send }) => {
      const isUndecided = (await readUndecided(platform)).some(({ signup_id }) => signup_id === id)
      const toRestore = isUndecided && decision === 'restore' ? await readCanceledSignup(platform, id) : null
      const place = toRestore && { entry: toRestore.entry, slotId: toRestore.signup.slot_id }
      if (place) await takePlace(send, place)
      await send(decideArrivalDecider, signupStream(id), { type: 'DecideArrival', data: { decision } })
      if (place) await takePlace(send, place)
      return { status: 200, body: { arrivals: await readUndecided(platform) } }
    },
  )
}
