import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { rememberedDevice } from '../../../platform/http/request/caller.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { readOwnSignups } from '../../read/signups/query.ts'
import { type PrivateLinks, refusalOf } from '../../secrets/private-link.ts'
import { visitorStream } from '../visitor.ts'
import { type ClaimSignups, claimSignupsDecider } from './decide.ts'

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
