import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { undoOfferedMs } from '@ultimate/kit/undo/offer-undo.ts'
import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import { fromPromise } from 'xstate'
import { restoreWithToast } from '../restore-team/restore-teams.ts'
import { countOfTeams, refreshTeams } from '../teams/teams-query.ts'
import { type Removal, type RemovalOutcome, removalMachine } from './machine.ts'

const machine = removalMachine.provide({
  actors: { removeSome: fromPromise<RemovalOutcome, Removal>(({ input }) => removeSome(input)) },
  actions: {
    reportRemoved: (_, { ids }) => {
      void refreshTeams()
      toast.success(`${countOfTeams(ids.length)} removed.`, {
        duration: undoOfferedMs,
        undo: () => void restoreWithToast(ids),
      })
    },
  },
})

/** The machine of selecting and removing, with its effects. `ids` are the registered teams. */
export function useRemoval(ids: ReadonlySet<string>) {
  const [snapshot, send] = useMachine(machine)
  useEffect(() => send({ type: 'teams', ids }), [ids, send])
  return {
    ...snapshot.context,
    send,
    isSelecting: !snapshot.matches('off'),
    isAsking: snapshot.matches('asking') || snapshot.matches('removing') || snapshot.matches('counting'),
    isRemoving: snapshot.matches('removing'),
  }
}
export type RemovalTools = ReturnType<typeof useRemoval>

/** Removes teams. Needs no key, since removing twice is removing once. Rejects without an answer. */
export async function removeSome({ ids, reason }: Removal): Promise<RemovalOutcome> {
  try {
    await call('POST /api/teams/remove', { body: { ids: [...ids], reason } })
    return { kind: 'removed' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { kind: 'refused', sentence: error.fields['reason'] ?? error.message }
  }
}
