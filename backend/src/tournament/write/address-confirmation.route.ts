import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { teamStream } from '@ultimate/events/tournament/bid.ts'
import { type CommandRequest, commandRoute } from '../../platform/commands.ts'
import type { Edition } from '../../platform/edition.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readOwnBid } from '../read/own-bid.query.ts'
import { asPublicTeam, readTeam } from '../read/teams/teams.query.ts'
import type { ConfirmationLinks } from '../secrets/bid-links.ts'
import {
  type ConfirmAddress,
  captainStream,
  confirmAddressDecider,
  requestConfirmationLinkDecider,
} from './confirm-address.decider.ts'

export const addressRoutes = (platform: Platform, links: ConfirmationLinks): Route[] => [
  readConfirmationRoute(platform, links),
  confirmAddressRoute(platform, links),
  requestConfirmationLinkRoute(platform),
  confirmTeamAddressRoute(platform),
]

/** Treats every address alike, so that the answer reveals no bids: an automation mails their links later. */
export async function requestLinks(email: string, { send, newId }: CommandRequest): Promise<void> {
  const command = { type: 'RequestConfirmationLink', data: { email } } as const
  await send(requestConfirmationLinkDecider, captainStream(newId()), command, { startsStream: true })
}

function requestConfirmationLinkRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.requestConfirmationLink, async ({ body: { email } }, context) => {
    await requestLinks(email, context)
    return { status: 204, body: undefined }
  })
}

async function confirmAddress(id: string, data: ConfirmAddress['data'], { send, current }: CommandRequest) {
  await send(confirmAddressDecider, teamStream(id), { type: 'ConfirmAddress', data })
  return (await readTeam(current, id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND')
}

/** Opens a confirmation link. One that was mailed to an earlier address of the bid is invalid. */
async function openLink(current: Edition, links: ConfirmationLinks, { token, now }: ConfirmationRequest) {
  const opened = (await links.open(token, now)) ?? tournamentErrors.fail('CONFIRMATION_LINK_INVALID')
  const own = await readOwnBid(current, opened.teamId)
  if (own && !opened.isMailedTo(own.bid.captainEmail)) return tournamentErrors.fail('CONFIRMATION_LINK_INVALID')
  return { ...opened, own }
}

interface ConfirmationRequest {
  readonly token: string
  readonly now: Date
}

/** Lets the page show what a press of its button does. */
function readConfirmationRoute(platform: Platform, links: ConfirmationLinks): Route {
  return route(tournamentApi.readConfirmation, async ({ body: { token } }, { commandContext: { now } }) => {
    const { own, isExpired } = await openLink(platform.current, links, { token, now })
    if (!own) return tournamentErrors.fail('TEAM_NOT_FOUND')
    if (own.out !== null) return tournamentErrors.fail('TEAM_REMOVED')
    const counts = own.number !== null
    if (isExpired && !counts) return tournamentErrors.fail('CONFIRMATION_LINK_EXPIRED')
    return { status: 200, body: { team_name: own.bid.teamName, division: own.division, counts } }
  })
}

function confirmAddressRoute(platform: Platform, links: ConfirmationLinks): Route {
  return commandRoute(platform, tournamentApi.confirmAddress, async ({ body: { token } }, context) => {
    const opened = await openLink(context.current, links, { token, now: context.commandContext.now })
    const { team } = await confirmAddress(opened.teamId, { by: 'link', isExpired: opened.isExpired }, context)
    return { status: 200, body: { team: asPublicTeam(team) } }
  })
}

function confirmTeamAddressRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.confirmTeamAddress, async ({ params: { id } }, context) => {
    const { team, version } = await confirmAddress(id, { by: 'staff', isExpired: false }, context)
    return { status: 200, body: { team }, version }
  })
}
