import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import type { Edition } from '../../platform/edition.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import type { OwnBidLinks } from '../secrets/own-bid-link.ts'
import { readBidLink, readOwnBid } from './own-bid.query.ts'

/** A bid with the generation of the link that opened it. */
export interface OpenBid {
  readonly own: OwnBid
  readonly link: number
}

/**
 * The bid that a private link opens, or why it opens none: it ended with its edition unless `endsWithEdition` is false, it
 * was revoked, or the bid has another address by now.
 */
async function lookUp(
  current: Edition,
  links: OwnBidLinks,
  { token, endsWithEdition = true }: BidLookUp,
): Promise<OpenBid | ReasonNotOpened> {
  const opened = await links.open(token)
  if (!opened) return 'BID_LINK_INVALID'
  const known = await readBidLink(current, opened.teamId)
  // Links that were mailed before they named an edition are of the one that their bid is for.
  const edition = opened.edition ?? known?.edition ?? current.edition
  if (edition !== current.edition && endsWithEdition) return 'BID_LINK_ENDED'
  const own = known && (await readOwnBid({ ...current, edition }, opened.teamId))
  if (!own) return 'TEAM_NOT_FOUND'
  if (!opened.isMailedTo(own.bid.captainEmail)) return 'BID_LINK_INVALID'
  return opened.generation === known.generation ? { own, link: known.generation } : 'BID_LINK_REVOKED'
}

type ReasonNotOpened = Extract<
  keyof typeof tournamentErrors.registry,
  'BID_LINK_INVALID' | 'BID_LINK_ENDED' | 'BID_LINK_REVOKED' | 'TEAM_NOT_FOUND'
>

interface BidLookUp {
  readonly token: string
  readonly endsWithEdition?: boolean
}

/** Fails with the reason where the link opens nothing. */
export async function openBid(current: Edition, links: OwnBidLinks, token: string): Promise<OpenBid> {
  const found = await lookUp(current, links, { token })
  return typeof found === 'string' ? tournamentErrors.fail(found) : found
}

/** Null where the link opens nothing. */
export async function findBid(current: Edition, links: OwnBidLinks, token: string): Promise<OwnBid | null> {
  const found = await lookUp(current, links, { token })
  return typeof found === 'string' ? null : found.own
}

/** Returns the address to which a link was mailed, even if it has ended with its edition; null for other links. */
export async function addressOfBid(current: Edition, links: OwnBidLinks, token: string): Promise<string | null> {
  const found = await lookUp(current, links, { token, endsWithEdition: false })
  return typeof found === 'string' ? null : found.own.bid.captainEmail
}

export function readOwnBidRoute({ current }: Platform, links: OwnBidLinks): Route {
  return route(tournamentApi.readOwnBid, async ({ body: { token } }) => ({
    status: 200,
    body: (await openBid(current, links, token)).own,
  }))
}
