import type { GatheringAutomation } from '@ultimate/event-store/automation.ts'
import { TransientError } from '@ultimate/event-store/automation.ts'
import type { PublishedByDinner } from '@ultimate/events/dinner/published.ts'
import type { Platform } from '../../platform/module.ts'
import { mailHead } from './log-head-text.ts'

/** Long enough for the sealer to have signed a head over the end of the dinner. */
const quietMs = 3_000

/** The records of the dinner may be disputed later, so the head over them is mailed at once. */
export function whenDinnerFinishedThenMailHead(platform: Platform): GatheringAutomation {
  const { transparency } = platform
  return {
    name: 'when-dinner-finished-then-mail-head',
    on: ['DinnerFinished'] satisfies PublishedByDinner['type'][],
    gather: {
      keyOf: async () => 'dinner',
      quietMs,
      handle: async (events) => {
        const position = events.at(-1)?.metadata.position ?? 0
        const head = await transparency.newest()
        if (!head || (await transparency.prove(position)) === 'unsealed')
          throw new TransientError('everything', new Error('The end of the dinner is not sealed yet'))
        await mailHead(platform, head, `finish-${position}`)
      },
    },
  }
}
