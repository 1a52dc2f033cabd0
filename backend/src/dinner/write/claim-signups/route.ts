import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { rememberedDevice } from '../../../platform/http/request/caller.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { readOwnSignups } from '../../read/signups/query.ts'
import type { PrivateLinks } from '../../secrets/private-link.ts'
import { visitorStream } from '../visitor.ts'
import { type ClaimSignups, claimSignupsDecider } from './decide.ts'

export function claimSignupsRoute({ commands, current }: EditionPlatform, links: PrivateLinks): Route {
  return route(signupApi.claimSignups, async ({ body }, context) => {
    const email = (await links.open(body.link)) ?? dinnerErrors.fail('INVALID_LINK')
    const { visitorId, command: commandContext } = rememberedDevice(context)
    const command: ClaimSignups = { type: 'ClaimSignups', data: { email }, metadata: { now: context.command.now } }
    await commands.handle(claimSignupsDecider, { stream: visitorStream(visitorId), command }, commandContext)
    return { status: 200, body: { signups: await readOwnSignups(current, visitorId) } }
  })
}
