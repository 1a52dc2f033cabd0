import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import { causedBy } from '../../../platform/event-store/commands.ts'
import type { Automation, Platform } from '../../../platform/module.ts'
import { freePlacesOfRemoved } from '../../write/free-places/free-places.ts'

const name = 'when-team-removed-then-free-places'

/**
 * The request that removes teams does this itself; here is the net for when it was cut off in between. It finishes that
 * request, and so acts under the name of who removed the team.
 */
export function whenTeamRemovedThenFreePlaces({ commands, sql, clock }: Platform): Automation {
  return {
    name,
    on: ['TeamRemoved'] satisfies TeamEvent['type'][],
    handle: (event) => {
      const { actor } = event.metadata
      return freePlacesOfRemoved({ commands, sql }, { ...causedBy(event, name, clock.now()), actor })
    },
  }
}
