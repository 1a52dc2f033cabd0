import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { correctTeamDecider, teamStream, withdrawTeamDecider } from '@ultimate/events/tournament/bid.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Edition } from '../../platform/edition.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { openBid } from '../read/open-bid.ts'
import { readOwnBid } from '../read/own-bid.query.ts'
import { readTeamPage } from '../read/teams/team-page.query.ts'
import type { OwnBidLinks } from '../secrets/bid-links.ts'
import { freeLostPlaces } from './pools/lost-places.ts'
import { revokeBidLinkDecider } from './revoke-bid-link.decider.ts'

export const ownBidRoutes = (platform: Platform, bidLinks: OwnBidLinks): Route[] => [
  correctTeamByStaffRoute(platform),
  correctTeamRoute(platform, bidLinks),
  withdrawTeamRoute(platform, bidLinks),
  revokeOwnBidLinkRoute(platform, bidLinks),
  revokeBidLinkRoute(platform),
]

function correctTeamRoute(platform: Platform, links: OwnBidLinks): Route {
  return commandRoute(platform, tournamentApi.correctTeam, async ({ body: { token, ...form } }, { send, current }) => {
    const { own, link } = await openBid(current, links, token)
    await send(correctTeamDecider, teamStream(own.id), { type: 'CorrectTeam', data: { ...form, link } })
    // Reads the bid by its id, because the link no longer opens it once its address has changed.
    return { status: 200, body: (await readOwnBid(current, own.id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND') }
  })
}

/** Corrects a bid for staff. A team that changes its division loses its places in the pools of the old one. */
function correctTeamByStaffRoute(platform: Platform): Route {
  const answer = async (current: Edition, id: string) => {
    const { team, version } = (await readTeamPage(current, id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND')
    return { status: 200, body: { team }, version }
  }
  return commandRoute(
    platform,
    tournamentApi.correctTeamByStaff,
    async ({ params: { id }, body }, { send, current, expectedVersion }) => {
      await send(correctTeamDecider, teamStream(id), { type: 'CorrectTeam', data: body }, { expectedVersion })
      if (body.division) await freeLostPlaces({ send, current })
      return answer(current, id)
    },
    { answerIfStale: ({ params: { id } }, { current }) => answer(current, id) },
  )
}

function withdrawTeamRoute(platform: Platform, links: OwnBidLinks): Route {
  return commandRoute(platform, tournamentApi.withdrawTeam, async ({ body: { token } }, { send, current }) => {
    const { own, link } = await openBid(current, links, token)
    await send(withdrawTeamDecider, teamStream(own.id), { type: 'WithdrawTeam', data: { link } })
    await freeLostPlaces({ send, current })
    return { status: 200, body: (await readOwnBid(current, own.id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND') }
  })
}

/** Lets a captain revoke the private link, with the link itself. */
function revokeOwnBidLinkRoute(platform: Platform, links: OwnBidLinks): Route {
  return commandRoute(platform, tournamentApi.revokeOwnBidLink, async ({ body: { token } }, { send, current }) => {
    const { own, link } = await openBid(current, links, token)
    await send(revokeBidLinkDecider, teamStream(own.id), { type: 'RevokeBidLink', data: { link } })
    return { status: 204, body: undefined }
  })
}

/** Lets staff revoke the private link of a captain, in case others have it. */
function revokeBidLinkRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.revokeBidLink, async ({ params: { id } }, { send }) => {
    await send(revokeBidLinkDecider, teamStream(id), { type: 'RevokeBidLink', data: {} })
    return { status: 204, body: undefined }
  })
}
