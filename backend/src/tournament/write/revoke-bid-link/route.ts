import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { openBid } from '../../read/own-bid/route.ts'
import type { OwnBidLinks } from '../../secrets/own-bid-link.ts'
import { teamStream } from '../team.ts'
import { type RevokeBidLink, revokeBidLinkDecider } from './decide.ts'

/** By the captain, with the link that ends. */
export function revokeOwnBidLinkRoute({ commands, current }: EditionPlatform, links: OwnBidLinks): Route {
  return route(tournamentApi.revokeOwnBidLink, async ({ body: { token } }, { command: context }) => {
    const { own, link } = await openBid(current, links, token)
    const command: RevokeBidLink = { type: 'RevokeBidLink', data: { link }, metadata: { now: context.now } }
    await commands.handle(revokeBidLinkDecider, { stream: teamStream(own.id), command }, context)
    return { status: 204, body: undefined }
  })
}

/** By staff, for a captain whose link is in other hands. */
export function revokeBidLinkRoute({ commands }: EditionPlatform): Route {
  return route(tournamentApi.revokeBidLink, async ({ params: { id } }, { command: context }) => {
    const command: RevokeBidLink = { type: 'RevokeBidLink', data: {}, metadata: { now: context.now } }
    await commands.handle(revokeBidLinkDecider, { stream: teamStream(id), command }, context)
    return { status: 204, body: undefined }
  })
}
