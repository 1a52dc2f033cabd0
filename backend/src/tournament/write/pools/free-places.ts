import { freePlacesDecider } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import { poolsStream } from '@ultimate/events/tournament/pools/pools.ts'
import { withoutKey } from '../../../platform/command-sender.ts'
import type { CommandRequest } from '../../../platform/http/command-route.ts'
import { readLostPlaces } from '../../read/pools/pools.view.ts'

/** The edition whose pools change, and the sender of the commands. */
export type SendingPlaces = Pick<CommandRequest, 'send' | 'current'>

/**
 * Takes teams that were removed, or that play in the other division by now, out of the pools; does nothing where none
 * has a place. Called after teams were removed or corrected, after pools were saved, which may have overtaken that, and
 * before a team is restored.
 */
export async function freeLostPlaces({ send, current }: SendingPlaces): Promise<void> {
  for (const { division, teams } of await readLostPlaces(current)) {
    const stream = poolsStream(division, current.edition)
    await send(freePlacesDecider, stream, { type: 'FreePlaces', data: { teams } }, withoutKey)
  }
}
