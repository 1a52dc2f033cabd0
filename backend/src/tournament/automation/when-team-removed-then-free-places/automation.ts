import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { causedBy } from '../../../platform/event-store/commands.ts'
import type { Automation } from '../../../platform/module.ts'
import { freePlacesOfRemoved } from '../../write/pools/free-places.ts'

const name = 'when-team-removed-then-free-places'

/**
 * The request that removes or withdraws teams frees their places itself; this finishes requests that were interrupted,
 * and so acts under the name of who took the team out.
 */
export function whenTeamRemovedThenFreePlaces({ commands, current, clock }: EditionPlatform): Automation {
  return {
    name,
    on: ['TeamRemoved', 'TeamWithdrawn'] satisfies TeamEvent['type'][],
    handle: (event) => {
      const { actor } = event.metadata
      return freePlacesOfRemoved({ commands, current }, { ...causedBy(event, name, clock.now()), actor })
    },
  }
}
