import type { Automation } from '@ultimate/event-store/automation.ts'
import { causedBy } from '@ultimate/event-store/commands.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import { sendAs } from '../platform/commands.ts'
import { buildEdition } from '../platform/edition.ts'
import type { Platform } from '../platform/module.ts'
import { finishGivingBack, freeLostPlaces } from './write/pools/lost-places.ts'

// A request that removes, withdraws or moves a team frees its places in pools, and one that restores it gives them back.
// These automations finish interrupted requests, under the name of the user who made them.

export function whenTeamRemovedThenFreePlaces(platform: Platform): Automation {
  const name = 'when-team-removed-then-free-places'
  return {
    name,
    on: ['TeamRemoved', 'TeamWithdrawn', 'TeamCorrected'] satisfies TeamEvent['type'][],
    handle: async (event) => {
      // A correction without `division` leaves the team in its division.
      if (event.type === 'TeamCorrected' && !('division' in (event.data as object))) return
      return freeLostPlaces(asActorOf(event, name, platform))
    },
  }
}

export function whenTeamRestoredThenGiveBackPlaces(platform: Platform): Automation {
  const name = 'when-team-restored-then-give-back-places'
  return {
    name,
    on: ['TeamRestored'] satisfies TeamEvent['type'][],
    handle: (event) => finishGivingBack({ ...platform, ...asActorOf(event, name, platform) }, event),
  }
}

function asActorOf(event: RecordedEvent, name: string, platform: Platform) {
  const { actor, edition } = event.metadata
  const send = sendAs(platform.commands, { ...causedBy(event, name, platform.clock.now()), actor })
  return { send, current: buildEdition(platform, edition) }
}
