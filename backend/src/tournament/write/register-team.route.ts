import { requirePerson } from '@ultimate/events/language/text/form-mark.ts'
import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { type RegisterTeam, registerTeamDecider } from '@ultimate/events/tournament/register-team.ts'
import { teamStream } from '@ultimate/events/tournament/team-state.ts'
import { editionOf } from '../../platform/edition.ts'
import { type RequestContext, type Route, route } from '../../platform/http/http-route.ts'
import { rememberedDevice } from '../../platform/http/request/caller.ts'
import type { Platform } from '../../platform/module.ts'
import { isRegistered } from '../read/own-bid.query.ts'
import { asSeenByAuthor, readTeam, teamReadBack } from '../read/teams/teams.query.ts'

/** By a captain, with the public form. */
export function registerTeamRoute(platform: Platform): Route {
  const awaitsConfirmation = platform.configuration.emailConfirmation === 'on'
  return route(tournamentApi.registerTeam, async ({ body: { form, once, ...bid } }, context) => {
    requirePerson(form)
    const { registration: taken } = await platform.current.facts()
    return register(platform, { ...bid, awaitsConfirmation, once, taken }, context)
  })
}

/** By staff, for a captain. */
export function enterTeamRoute(platform: Platform): Route {
  return route(tournamentApi.enterTeam, ({ body }, context) =>
    register(platform, { ...body, awaitsConfirmation: false, enteredByStaff: true }, context),
  )
}

type RegistrationRequest = RegisterTeam['data'] & { readonly once?: true | undefined }

async function register(platform: Platform, { once, ...data }: RegistrationRequest, context: RequestContext) {
  // The next one may be published while this is stored.
  const current = editionOf(platform, platform.current.edition)
  const { edition } = current
  if (once && (await isRegistered(current, data))) return tournamentErrors.fail('SAME_TEAM_AGAIN')
  const id = context.newId()
  const command: RegisterTeam = { type: 'RegisterTeam', data, metadata: { now: context.command.now } }
  const { capacity } = await current.facts()
  const { found } = await platform.commands.handle(
    registerTeamDecider,
    {
      stream: teamStream(id),
      command,
      startsStream: true,
      readBack: teamReadBack({ edition, capacity }, id),
    },
    // Gives a new visitor an id, so that the audit shows their actions together from the first one on.
    { ...(context.user ? context.command : rememberedDevice(context).command), edition },
  )
  const { team, version } = found ?? (await readTeam(current, id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND')
  return { status: 201, body: { team: asSeenByAuthor(team) }, version }
}
