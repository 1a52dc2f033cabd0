import type { Automation } from '@ultimate/event-store/automation.ts'
import { causedBy } from '@ultimate/event-store/commands.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import { sendAs } from '../../platform/command-sender.ts'
import { buildEdition } from '../../platform/edition.ts'
import type { Platform } from '../../platform/module.ts'
import { freeLostPlaces } from '../write/pools/lost-places.ts'

const name = 'when-team-removed-then-free-places'

/**
 * The request that removes, withdraws or moves teams frees their places itself; this finishes requests that were
 * interrupted, and so acts under the name of who did that.
 */
export function whenTeamRemovedThenFreePlaces(platform: Platform): Automation {
  return {
    name,
    on: ['TeamRemoved', 'TeamWithdrawn', 'TeamCorrected'] satisfies TeamEvent['type'][],
    handle: async (event) => {
      const { actor, edition } = event.metadata
      if (event.type === 'TeamCorrected' && !('division' in (event.data as object))) return
      const send = sendAs(platform.commands, { ...causedBy(event, name, platform.clock.now()), actor })
      return freeLostPlaces({ send, current: buildEdition(platform, edition) })
    },
  }
}
