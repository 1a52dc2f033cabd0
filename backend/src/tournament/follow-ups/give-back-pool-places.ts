import type { Automation } from '@ultimate/event-store/automation.ts'
import { causedBy } from '@ultimate/event-store/commands.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import { sendAs } from '../../platform/command-sender.ts'
import { buildEdition } from '../../platform/edition.ts'
import type { Platform } from '../../platform/module.ts'
import { finishGivingBack } from '../write/pools/lost-places.ts'

const name = 'when-team-restored-then-give-back-places'

/**
 * The request that restores teams gives them back their places itself; this finishes requests that were interrupted, and so
 * acts under the name of who did that.
 */
export function whenTeamRestoredThenGiveBackPlaces(platform: Platform): Automation {
  return {
    name,
    on: ['TeamRestored'] satisfies TeamEvent['type'][],
    handle: (event) => {
      const { actor, edition } = event.metadata
      const send = sendAs(platform.commands, { ...causedBy(event, name, platform.clock.now()), actor })
      return finishGivingBack({ ...platform, send, current: buildEdition(platform, edition) }, event)
    },
  }
}
