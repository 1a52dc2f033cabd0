import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { readOwnBid } from '../../read/own-bid/query.ts'
import { openBid } from '../../read/own-bid/route.ts'
import type { OwnBidLinks } from '../../secrets/own-bid-link.ts'
import { type CorrectTeam, correctTeamDecider } from '../correct-team/decide.ts'
import { freePlacesOfRemoved } from '../free-places/free-places.ts'
import { teamStream } from '../team.ts'
import { type WithdrawTeam, withdrawTeamDecider } from '../withdraw-team/decide.ts'

export function correctTeamRoute({ commands, current }: EditionPlatform, links: OwnBidLinks): Route {
  return route(tournamentApi.correctTeam, async ({ body: { token, ...form } }, { command: context }) => {
    const { own, link } = await openBid(current, links, token)
    const command: CorrectTeam = { type: 'CorrectTeam', data: { ...form, link }, metadata: { now: context.now } }
    await commands.handle(correctTeamDecider, { stream: teamStream(own.id), command }, context)
    // Not by the link, which ends with the address that it was mailed to.
    return { status: 200, body: (await readOwnBid(current, own.id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND') }
  })
}

export function withdrawTeamRoute({ commands, current }: EditionPlatform, links: OwnBidLinks): Route {
  return route(tournamentApi.withdrawTeam, async ({ body: { token } }, { command: context }) => {
    const { own, link } = await openBid(current, links, token)
    const command: WithdrawTeam = { type: 'WithdrawTeam', data: { link }, metadata: { now: context.now } }
    await commands.handle(withdrawTeamDecider, { stream: teamStream(own.id), command }, context)
    await freePlacesOfRemoved({ commands, current }, context)
    return { status: 200, body: (await readOwnBid(current, own.id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND') }
  })
}
