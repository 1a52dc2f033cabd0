import type { EditionPlatform } from '../../../platform/edition.ts'
import type { CommandContext } from '../../../platform/event-store/commands.ts'
import { readPlacedThoughRemoved } from '../../read/pools/query.ts'
import { poolsStream } from '../pools.ts'
import { type FreePlaces, freePlacesDecider } from './decide.ts'

/**
 * Takes removed teams out of all pools; does nothing where none has a place. Called after teams were removed, after
 * pools were saved, which may have overtaken a removal, and before a team is restored.
 */
export async function freePlacesOfRemoved(
  { commands, current }: Pick<EditionPlatform, 'commands' | 'current'>,
  context: CommandContext,
): Promise<void> {
  for (const { division, teams } of await readPlacedThoughRemoved(current)) {
    const command: FreePlaces = { type: 'FreePlaces', data: { teams }, metadata: { now: context.now } }
    // The request's key belongs to another command of it.
    await commands.handle(
      freePlacesDecider,
      { stream: poolsStream(division, current.edition), command },
      { ...context, idempotency: null },
    )
  }
}
