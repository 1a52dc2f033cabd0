import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { type FreePlaces, freePlacesDecider } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import { poolsStream } from '@ultimate/events/tournament/pools/pools-state.ts'
import type { Platform } from '../../../platform/module.ts'
import { readLostPlaces } from '../../read/pools/pools.view.ts'

/**
 * Takes teams that were removed, or that play in the other division by now, out of the pools; does nothing where none
 * has a place. Called after teams were removed or corrected, after pools were saved, which may have overtaken that, and
 * before a team is restored.
 */
export async function freeLostPlaces(
  { commands, current }: Pick<Platform, 'commands' | 'current'>,
  context: CommandContext,
): Promise<void> {
  for (const { division, teams } of await readLostPlaces(current)) {
    const command: FreePlaces = { type: 'FreePlaces', data: { teams }, metadata: { now: context.now } }
    // The request's key belongs to another command of it.
    await commands.handle(
      freePlacesDecider,
      { stream: poolsStream(division, current.edition), command },
      { ...context, idempotency: null },
    )
  }
}
