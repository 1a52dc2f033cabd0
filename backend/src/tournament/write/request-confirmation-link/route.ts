import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { captainStream, evolve, initialState, type RequestConfirmationLink, requestConfirmationLink } from './decide.ts'

const decider = { decide: requestConfirmationLink, evolve, initialState }

/** Does the same for every address; an automation finds out later whether a bid waits. */
export function requestConfirmationLinkRoute({ commands }: Platform): Route {
  return route(tournamentApi.requestConfirmationLink, async ({ body: { email } }, { command: context, newId }) => {
    const command: RequestConfirmationLink = {
      type: 'RequestConfirmationLink',
      data: { email },
      metadata: { now: context.now },
    }
    await commands.handle(decider, { stream: captainStream(newId()), command, startsStream: true }, context)
    return { status: 204, body: undefined }
  })
}
