import { tournamentRefusals } from '@ultimate/events/tournament/api.ts'
import { tournamentEvents } from '@ultimate/events/tournament/events.ts'
import type { ReadModel } from '../platform/event-store/read-model.ts'
import type { Module, Platform } from '../platform/module.ts'
import { whenTeamRegisteredThenMailCaptain } from './automation/when-team-registered-then-mail-captain/automation.ts'
import { teams } from './read/teams/project.ts'
import { listTeamsRoute } from './read/teams/route.ts'
import { registerTeamRoute } from './write/register-team/route.ts'
import { updateTeamRoute } from './write/update-team/route.ts'

const teamsTopic = { topic: 'teams', audience: 'everyone' } as const

/** Registration, and later pools, bracket and merch. */
export function tournament(platform: Platform): Module {
  return {
    name: 'tournament',
    events: tournamentEvents,
    categories: ['team'],
    refusals: tournamentRefusals.catalogue,
    readModels: [teams as ReadModel],
    routes: [registerTeamRoute(platform), listTeamsRoute(platform), updateTeamRoute(platform)],
    automations: [whenTeamRegisteredThenMailCaptain(platform)],
    live: {
      TeamRegistered: teamsTopic,
      TeamConfirmed: teamsTopic,
      TeamWaitlisted: teamsTopic,
      TeamMarkedPaid: teamsTopic,
      TeamMarkedUnpaid: teamsTopic,
    },
  }
}
