import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { type CorrectTeam, correctTeamDecider } from '@ultimate/events/tournament/correct-team.ts'
import { type WithdrawTeam, withdrawTeamDecider } from '@ultimate/events/tournament/remove-team.ts'
import { teamStream } from '@ultimate/events/tournament/team-state.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readOwnBid } from '../read/own-bid.query.ts'
import { openBid } from '../read/own-bid.route.ts'
import { readTeamPage } from '../read/teams/team-page.query.ts'
import type { OwnBidLinks } from '../secrets/own-bid-link.ts'
import { freeLostPlaces } from './pools/free-places.ts'
import { type RevokeBidLink, revokeBidLinkDecider } from './revoke-bid-link.decider.ts'

export function correctTeamRoute({ commands, current }: Platform, links: OwnBidLinks): Route {
  return route(tournamentApi.correctTeam, async ({ body: { token, ...form } }, { command: context }) => {
    const { own, link } = await openBid(current, links, token)
    const command: CorrectTeam = { type: 'CorrectTeam', data: { ...form, link }, metadata: { now: context.now } }
    await commands.handle(correctTeamDecider, { stream: teamStream(own.id), command }, context)
    // Not by the link, which ends with the address that it was mailed to.
    return { status: 200, body: (await readOwnBid(current, own.id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND') }
  })
}

/** By staff. Leaves the places in the pools of the division that the team leaves. */
export function correctTeamByStaffRoute({ commands, current }: Platform): Route {
  const answer = async (id: string) => {
    const { team, version } = (await readTeamPage(current, id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND')
    return { status: 200, body: { team }, version }
  }
  return route(
    tournamentApi.correctTeamByStaff,
    async ({ params: { id }, body }, { command: context, expectedVersion }) => {
      const command: CorrectTeam = { type: 'CorrectTeam', data: body, metadata: { now: context.now } }
      await commands.handle(correctTeamDecider, { stream: teamStream(id), command, expectedVersion }, context)
      if (body.division) await freeLostPlaces({ commands, current }, context)
      return answer(id)
    },
    { current: ({ params: { id } }) => answer(id) },
  )
}

export function withdrawTeamRoute({ commands, current }: Platform, links: OwnBidLinks): Route {
  return route(tournamentApi.withdrawTeam, async ({ body: { token } }, { command: context }) => {
    const { own, link } = await openBid(current, links, token)
    const command: WithdrawTeam = { type: 'WithdrawTeam', data: { link }, metadata: { now: context.now } }
    await commands.handle(withdrawTeamDecider, { stream: teamStream(own.id), command }, context)
    await freeLostPlaces({ commands, current }, context)
    return { status: 200, body: (await readOwnBid(current, own.id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND') }
  })
}

/** By the captain, with the link that ends. */
export function revokeOwnBidLinkRoute({ commands, current }: Platform, links: OwnBidLinks): Route {
  return route(tournamentApi.revokeOwnBidLink, async ({ body: { token } }, { command: context }) => {
    const { own, link } = await openBid(current, links, token)
    const command: RevokeBidLink = { type: 'RevokeBidLink', data: { link }, metadata: { now: context.now } }
    await commands.handle(revokeBidLinkDecider, { stream: teamStream(own.id), command }, context)
    return { status: 204, body: undefined }
  })
}

/** By staff, for a captain whose link is in other hands. */
export function revokeBidLinkRoute({ commands }: Platform): Route {
  return route(tournamentApi.revokeBidLink, async ({ params: { id } }, { command: context }) => {
    const command: RevokeBidLink = { type: 'RevokeBidLink', data: {}, metadata: { now: context.now } }
    await commands.handle(revokeBidLinkDecider, { stream: teamStream(id), command }, context)
    return { status: 204, body: undefined }
  })
}
