import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { rememberedDevice } from '../../../platform/http/request/caller.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { readOwnSignups } from '../../read/signups/query.ts'
import { type PrivateLinks, refusalOf } from '../../secrets/private-link.ts'
import { type ClaimSignups, claimSignupsDecider } from '../claim-signups/decide.ts'
import { type RequestLink, requestLinkDecider } from '../request-link/decide.ts'
import { visitorStream } from '../visitor.ts'

/** Does the same for every address; an automation finds out later whether there is anything to send. */
export function requestLinkRoute({ commands }: Platform): Route {
  return route(signupApi.requestLink, async ({ body: { email } }, context) => {
    const command: RequestLink = { type: 'RequestLink', data: { email }, metadata: { now: context.command.now } }
    const stream = visitorStream(context.visitorId ?? context.newId())
    await commands.handle(requestLinkDecider, { stream, command }, context.command)
    return { status: 204, body: undefined }
  })
}

/** Opens the link that was mailed: from then on this device may show and remove the sign-ups of its address. */
export function claimSignupsRoute({ commands, current }: EditionPlatform, links: PrivateLinks): Route {
  return route(signupApi.claimSignups, async ({ body }, context) => {
    const link = await links.open(body.link)
    if (link.status !== 'good') return dinnerErrors.fail(refusalOf[link.status])
    const { email, edition, generation } = link
    const { visitorId, command: commandContext } = rememberedDevice(context)
    const data = { email, edition, generation }
    const command: ClaimSignups = { type: 'ClaimSignups', data, metadata: { now: context.command.now } }
    await commands.handle(claimSignupsDecider, { stream: visitorStream(visitorId), command }, commandContext)
    return { status: 200, body: { signups: await readOwnSignups(current, visitorId) } }
  })
}
