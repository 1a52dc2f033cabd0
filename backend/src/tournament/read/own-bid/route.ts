import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import type { Edition, EditionPlatform } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { OwnBidLinks } from '../../secrets/own-bid-link.ts'
import { readOwnBid } from './query.ts'

/** The bid that a private link opens. A link to an address that the bid no longer has opens nothing. */
export async function openBid(current: Edition, links: OwnBidLinks, token: string): Promise<OwnBid> {
  const opened = await links.open(token)
  if (!opened) return tournamentErrors.fail('BID_LINK_INVALID')
  const own = (await readOwnBid(current, opened.teamId)) ?? tournamentErrors.fail('TEAM_NOT_FOUND')
  return opened.isMailedTo(own.bid.captainEmail) ? own : tournamentErrors.fail('BID_LINK_INVALID')
}

/** To which a good link was mailed; null for any other. */
export async function addressOfBid(current: Edition, links: OwnBidLinks, token: string): Promise<string | null> {
  const opened = await links.open(token)
  const own = opened && (await readOwnBid(current, opened.teamId))
  return own && opened.isMailedTo(own.bid.captainEmail) ? own.bid.captainEmail : null
}

export function readOwnBidRoute({ current }: EditionPlatform, links: OwnBidLinks): Route {
  return route(tournamentApi.readOwnBid, async ({ body: { token } }) => ({
    status: 200,
    body: await openBid(current, links, token),
  }))
}
