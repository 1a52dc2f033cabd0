import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { captainStream, type RequestConfirmationLink, requestConfirmationLinkDecider } from './decide.ts'

/** Does the same for every address; an automation checks later whether a bid awaits confirmation. */
export function requestConfirmationLinkRoute({ commands }: Platform): Route {
  return route(tournamentApi.requestConfirmationLink, async ({ body: { email } }, { command: context, newId }) => {
    const command: RequestConfirmationLink = {
      type: 'RequestConfirmationLink',
      data: { email },
      metadata: { now: context.now },
    }
    await commands.handle(
      requestConfirmationLinkDecider,
      { stream: captainStream(newId()), command, startsStream: true },
      context,
    )
    return { status: 204, body: undefined }
  })
}
