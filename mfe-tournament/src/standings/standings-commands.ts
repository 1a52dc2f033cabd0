import type { Division } from '@ultimate/events/tournament/team.ts'
import type { Tiebreak } from '@ultimate/events/tournament/weekend/standings.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useUndoableCommand } from '../scores/undoable-command.ts'

const showStandings = () => refresh(['scores', 'standings'])

interface Rules {
  /** The version of the rules on which the change is based. */
  readonly version: number | undefined
  readonly tiebreaks: Tiebreak[]
  readonly ties_in_pools: boolean
}

export const useTiebreaksCommand = (onDone: () => void) =>
  useUndoableCommand({
    send: ({ version, ...body }: Rules, idempotencyKey) => {
      const basis = version === undefined ? {} : { ifMatch: `"v${version}"` }
      return call('PUT /api/standings/tiebreaks', { body }, { idempotencyKey, ...basis })
    },
    failed: 'The order could not be changed.',
    show: showStandings,
    onDone,
    done: () => 'Ranks are decided in this order now.',
  })

interface TieOrder {
  readonly division: Division
  readonly pool_id: string
  readonly order: string[]
  readonly reason: string
}

export const useTieCommand = (onDone: () => void) =>
  useUndoableCommand({
    send: ({ division, ...body }: TieOrder, idempotencyKey) =>
      call('PUT /api/standings/{division}/decision', { params: { division }, body }, { idempotencyKey }),
    failed: 'The tie could not be decided.',
    show: showStandings,
    onDone,
    done: () => 'The tie is decided.',
  })
