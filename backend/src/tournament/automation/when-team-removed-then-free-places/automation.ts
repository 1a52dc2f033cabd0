import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { causedBy } from '../../../platform/event-store/commands.ts'
import type { Automation } from '../../../platform/module.ts'
import { freePlacesOfRemoved } from '../../write/free-places/free-places.ts'

const name = 'when-team-removed-then-free-places'

/**
 * The request that removes teams frees their places itself; this finishes requests that were interrupted, and so acts
 * under the name of the user who removed the team.
 */
export function whenTeamRemovedThenFreePlaces({ commands, current, clock }: EditionPlatform): Automation {
  return {
    name,
    on: ['TeamRemoved'] satisfies TeamEvent['type'][],
    handle: (event) => {
      const { actor } = event.metadata
      return freePlacesOfRemoved({ commands, current }, { ...causedBy(event, name, clock.now()), actor })
    },
  }
}
