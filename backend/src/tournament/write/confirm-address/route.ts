import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import type { CommandContext } from '../../../platform/event-store/commands.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { asPublicTeam, readTeam } from '../../read/teams/query.ts'
import type { ConfirmationLinks } from '../../secrets/confirmation-link.ts'
import { teamStream } from '../team.ts'
import { type ConfirmAddress, confirmAddressDecider } from './decide.ts'

function confirming({ commands, current }: EditionPlatform) {
  return async (id: string, data: ConfirmAddress['data'], context: CommandContext) => {
    const command: ConfirmAddress = { type: 'ConfirmAddress', data, metadata: { now: context.now } }
    await commands.handle(confirmAddressDecider, { stream: teamStream(id), command }, context)
    return (await readTeam(current, id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND')
  }
}

export function confirmAddressRoute(platform: EditionPlatform, links: ConfirmationLinks): Route {
  const confirm = confirming(platform)
  return route(tournamentApi.confirmAddress, async ({ body: { token } }, { command: context }) => {
    const opened = await links.open(token, context.now)
    if (!opened) return tournamentErrors.fail('CONFIRMATION_LINK_INVALID')
    const { team } = await confirm(opened.teamId, { by: 'link', isExpired: opened.isExpired }, context)
    return { status: 200, body: { team: asPublicTeam(team) } }
  })
}

export function confirmTeamAddressRoute(platform: EditionPlatform): Route {
  const confirm = confirming(platform)
  return route(tournamentApi.confirmTeamAddress, async ({ params: { id } }, { command: context }) => {
    const { team, version } = await confirm(id, { by: 'staff', isExpired: false }, context)
    return { status: 200, body: { team }, version }
  })
}
