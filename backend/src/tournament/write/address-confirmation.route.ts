import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { teamStream } from '@ultimate/events/tournament/team-state.ts'
import { type RequestContext, type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readOwnBid } from '../read/own-bid.query.ts'
import { asPublicTeam, readTeam } from '../read/teams/teams.query.ts'
import type { ConfirmationLinks } from '../secrets/confirmation-link.ts'
import {
  type ConfirmAddress,
  captainStream,
  confirmAddressDecider,
  type RequestConfirmationLink,
  requestConfirmationLinkDecider,
} from './confirm-address.decider.ts'

/** Does the same for every address; an automation checks later which bids it has. */
export async function requestLinks(
  { commands }: Platform,
  email: string,
  { command: context, newId }: RequestContext,
): Promise<void> {
  const command: RequestConfirmationLink = {
    type: 'RequestConfirmationLink',
    data: { email },
    metadata: { now: context.now },
  }
  await commands.handle(
    requestConfirmationLinkDecider,
    { stream: captainStream(newId()), command, startsStream: true },
    context,
  )
}

export function requestConfirmationLinkRoute(platform: Platform): Route {
  return route(tournamentApi.requestConfirmationLink, async ({ body: { email } }, context) => {
    await requestLinks(platform, email, context)
    return { status: 204, body: undefined }
  })
}

function confirming({ commands, current }: Platform) {
  return async (id: string, data: ConfirmAddress['data'], context: CommandContext) => {
    const command: ConfirmAddress = { type: 'ConfirmAddress', data, metadata: { now: context.now } }
    await commands.handle(confirmAddressDecider, { stream: teamStream(id), command }, context)
    return (await readTeam(current, id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND')
  }
}

/** Who got the link may not own the address that the bid has by now. */
async function openLink({ current }: Platform, links: ConfirmationLinks, { token, now }: ConfirmationRequest) {
  const opened = (await links.open(token, now)) ?? tournamentErrors.fail('CONFIRMATION_LINK_INVALID')
  const own = await readOwnBid(current, opened.teamId)
  if (own && !opened.isMailedTo(own.bid.captainEmail)) return tournamentErrors.fail('CONFIRMATION_LINK_INVALID')
  return { ...opened, own }
}

interface ConfirmationRequest {
  readonly token: string
  readonly now: Date
}

/** So that the page can show what a press does. */
export function readConfirmationRoute(platform: Platform, links: ConfirmationLinks): Route {
  return route(tournamentApi.readConfirmation, async ({ body: { token } }, { command: { now } }) => {
    const { own, isExpired } = await openLink(platform, links, { token, now })
    if (!own) return tournamentErrors.fail('TEAM_NOT_FOUND')
    if (own.out !== null) return tournamentErrors.fail('TEAM_REMOVED')
    const counts = own.number !== null
    if (isExpired && !counts) return tournamentErrors.fail('CONFIRMATION_LINK_EXPIRED')
    return { status: 200, body: { team_name: own.bid.teamName, division: own.division, counts } }
  })
}

export function confirmAddressRoute(platform: Platform, links: ConfirmationLinks): Route {
  const confirm = confirming(platform)
  return route(tournamentApi.confirmAddress, async ({ body: { token } }, { command: context }) => {
    const opened = await openLink(platform, links, { token, now: context.now })
    const { team } = await confirm(opened.teamId, { by: 'link', isExpired: opened.isExpired }, context)
    return { status: 200, body: { team: asPublicTeam(team) } }
  })
}

export function confirmTeamAddressRoute(platform: Platform): Route {
  const confirm = confirming(platform)
  return route(tournamentApi.confirmTeamAddress, async ({ params: { id } }, { command: context }) => {
    const { team, version } = await confirm(id, { by: 'staff', isExpired: false }, context)
    return { status: 200, body: { team }, version }
  })
}
