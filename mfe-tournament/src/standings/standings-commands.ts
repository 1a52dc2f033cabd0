import type { Division } from '@ultimate/events/tournament/team.ts'
import type { Tiebreak } from '@ultimate/events/tournament/weekend/standings.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'

interface StandingsCommand<Subject> {
  readonly send: (subject: Subject, options: { readonly idempotencyKey: string }) => Promise<unknown>
  readonly failed: string
  /** The text of the toast. */
  readonly done: string
  readonly onDone: () => void
}

/** Changes how ranks come about, shows the standings that follow, and offers to take it back. */
function useStandingsCommand<Subject>({ send, failed, done, onDone }: StandingsCommand<Subject>) {
  return useCommand<Subject, string>({
    send: async (subject, key) => {
      await send(subject, { idempotencyKey: key })
      return key
    },
    failed: (error) => messageOrStatus(error, failed),
    onDone: async (key) => {
      await refresh(['scores', 'standings'])
      onDone()
      toast.success(done, offerUndo([key]))
    },
  })
}

interface Rules {
  /** The version of the rules on which the change is based. */
  readonly version: number | undefined
  readonly tiebreaks: Tiebreak[]
  readonly ties_in_pools: boolean
}

export const useTiebreaksCommand = (onDone: () => void) =>
  useStandingsCommand<Rules>({
    send: ({ version, ...body }, options) =>
      call(
        'PUT /api/standings/tiebreaks',
        { body },
        version === undefined ? options : { ...options, ifMatch: `"v${version}"` },
      ),
    failed: 'The order could not be changed.',
    done: 'Ranks are decided in this order now.',
    onDone,
  })

interface TieOrder {
  readonly division: Division
  readonly pool_id: string
  readonly order: string[]
  readonly reason: string
}

export const useTieCommand = (onDone: () => void) =>
  useStandingsCommand<TieOrder>({
    send: ({ division, ...body }, options) =>
      call('PUT /api/standings/{division}/decision', { params: { division }, body }, options),
    failed: 'The tie could not be decided.',
    done: 'The tie is decided.',
    onDone,
  })
