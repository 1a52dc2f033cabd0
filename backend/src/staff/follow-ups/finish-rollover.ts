import type { ImmediateAutomation } from '@ultimate/event-store/automation.ts'
import { causedBy } from '@ultimate/event-store/commands.ts'
import { yearOf } from '@ultimate/events/staff/edition.ts'
import type { EditionEvent } from '@ultimate/events/staff/events.ts'
import type { Platform } from '../../platform/module.ts'
import { copyIntoEdition, discardCopies, type StartedEdition } from '../write/rollover.ts'

const name = 'when-edition-started-or-removed-then-finish'

/**
 * The request that starts or removes an edition copies or discards what belongs to it; this finishes requests that were
 * interrupted, and so acts under the name of who did that.
 */
export function whenEditionStartedOrRemovedThenFinish(platform: Platform): ImmediateAutomation {
  return {
    name,
    on: ['EditionStarted', 'EditionRemoved'] satisfies EditionEvent['type'][],
    handle: async (event) => {
      const { stream, position, actor } = event.metadata
      const types = ['EditionStarted', 'EditionRemoved'] satisfies EditionEvent['type'][]
      // A later start or removal has an event of its own.
      if ((await platform.log.read({ stream, types, after: position, limit: 1 })).length > 0) return
      const context = { ...causedBy(event, name, platform.clock.now()), actor }
      if (event.type === 'EditionRemoved') return discardCopies(platform, yearOf(stream), context)
      await copyIntoEdition(platform, event as StartedEdition, context)
    },
  }
}
