import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { visitorStream } from '../visitor.ts'
import { type RequestLink, requestLinkDecider } from './decide.ts'

/** Does the same for every address; an automation finds out later whether there is anything to send. */
export function requestLinkRoute({ commands }: Platform): Route {
  return route(signupApi.requestLink, async ({ body: { email } }, context) => {
    const command: RequestLink = { type: 'RequestLink', data: { email }, metadata: { now: context.command.now } }
    const stream = visitorStream(context.visitorId ?? context.newId())
    await commands.handle(requestLinkDecider, { stream, command }, context.command)
    return { status: 204, body: undefined }
  })
}
