import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import type { Edition } from '../../platform/edition.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import type { OwnBidLinks } from '../secrets/bid-links.ts'
import { readBidLink, readOwnBid } from './own-bid.query.ts'

/** A bid that was opened by its private link. */
interface OpenBid {
  readonly own: OwnBid
  /** The generation of the link. */
  readonly link: number
}

/** The error code of a link that opens no bid. */
interface NotOpened {
  readonly reason: Extract<
    keyof typeof tournamentErrors.registry,
    'BID_LINK_INVALID' | 'BID_LINK_ENDED' | 'BID_LINK_REVOKED' | 'TEAM_NOT_FOUND'
  >
}

interface LinkToOpen {
  readonly token: string
  /** False to open also a link whose edition is over. */
  readonly endsWithEdition: boolean
}

async function tryLink(
  current: Edition,
  links: OwnBidLinks,
  { token, endsWithEdition }: LinkToOpen,
): Promise<OpenBid | NotOpened> {
  const opened = await links.open(token)
  if (!opened) return { reason: 'BID_LINK_INVALID' }
  const currentLink = await readBidLink(current, opened.teamId)
  // The oldest links name no edition, so they have the edition of their bid.
  const edition = opened.edition ?? currentLink?.edition ?? current.edition
  if (edition !== current.edition && endsWithEdition) return { reason: 'BID_LINK_ENDED' }
  const own = currentLink && (await readOwnBid({ ...current, edition }, opened.teamId))
  if (!own) return { reason: 'TEAM_NOT_FOUND' }
  if (!opened.isMailedTo(own.bid.captainEmail)) return { reason: 'BID_LINK_INVALID' }
  if (opened.generation !== currentLink.generation) return { reason: 'BID_LINK_REVOKED' }
  return { own, link: opened.generation }
}

/** Opens a bid by its private link; fails with the reason where the link opens none. */
export async function openBid(current: Edition, links: OwnBidLinks, token: string): Promise<OpenBid> {
  const result = await tryLink(current, links, { token, endsWithEdition: true })
  return 'reason' in result ? tournamentErrors.fail(result.reason) : result
}

/** Returns the bid that a private link opens; null where it opens none. */
export async function findOpenBid(current: Edition, links: OwnBidLinks, token: string): Promise<OwnBid | null> {
  const result = await tryLink(current, links, { token, endsWithEdition: true })
  return 'reason' in result ? null : result.own
}

/** Returns the address to which a link was mailed, even if it has ended with its edition; null for other links. */
export async function addressOfBid(current: Edition, links: OwnBidLinks, token: string): Promise<string | null> {
  const result = await tryLink(current, links, { token, endsWithEdition: false })
  return 'reason' in result ? null : result.own.bid.captainEmail
}

export function readOwnBidRoute({ current }: Platform, links: OwnBidLinks): Route {
  return route(tournamentApi.readOwnBid, async ({ body: { token } }) => ({
    status: 200,
    body: (await openBid(current, links, token)).own,
  }))
}
