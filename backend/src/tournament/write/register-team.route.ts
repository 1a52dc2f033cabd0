import { rejectBots } from '@ultimate/events/language/text/form-mark.ts'
import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { type RegisterTeam, registerTeamDecider, teamStream } from '@ultimate/events/tournament/bid.ts'
import { type CommandRequest, commandRoute } from '../../platform/commands.ts'
import type { Route } from '../../platform/http/http-route.ts'
import { rememberDevice } from '../../platform/http/request/caller.ts'
import type { Platform } from '../../platform/module.ts'
import { isRegistered } from '../read/own-bid.query.ts'
import { asSeenByAuthor, readTeam, teamReadBack } from '../read/teams/teams.query.ts'

export const registrationRoutes = (platform: Platform): Route[] => [
  registerTeamRoute(platform),
  enterTeamRoute(platform),
]

/** Registers a team from the captain's public form. */
function registerTeamRoute(platform: Platform): Route {
  const awaitsConfirmation = platform.configuration.emailConfirmation === 'on'
  return commandRoute(platform, tournamentApi.registerTeam, async ({ body: { form, once, ...bid } }, context) => {
    rejectBots(form)
    const { registration: window } = await context.current.facts()
    return register({ ...bid, awaitsConfirmation, once, window }, context)
  })
}

/** Registers a team that staff enter for a captain. */
function enterTeamRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.enterTeam, ({ body }, context) =>
    register({ ...body, awaitsConfirmation: false, enteredByStaff: true }, context),
  )
}

type RegistrationRequest = RegisterTeam['data'] & {
  /** Rejects another bid with the same address and the same team name. */
  readonly once?: true | undefined
}

async function register({ once, ...data }: RegistrationRequest, context: CommandRequest) {
  const { send, current, newId, user } = context
  const { edition } = current
  if (once && (await isRegistered(current, data))) return tournamentErrors.fail('SAME_TEAM_AGAIN')
  const id = newId()
  const { capacity } = await current.facts()
  const { found } = await send(
    registerTeamDecider,
    teamStream(id),
    { type: 'RegisterTeam', data },
    {
      startsStream: true,
      readBack: teamReadBack({ edition, capacity }, id),
      // Gives a new visitor an id, so that the audit shows their actions together from the first one on.
      context: user ? {} : rememberDevice(context).commandContext,
    },
  )
  const { team, version } = found ?? (await readTeam(current, id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND')
  return { status: 201, body: { team: asSeenByAuthor(team) }, version }
}
