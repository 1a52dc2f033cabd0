import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { useUnloadWarning } from '@ultimate/kit/form/leave-warning.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { isLineGone, isOffline, untilLineIsBack } from '@ultimate/kit/sending/line-wait.ts'
import { undoOfferedMs } from '@ultimate/kit/undo/offer-undo.ts'
import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import { fromPromise } from 'xstate'
import { restoreFromToast } from '../restore-team/restore-teams.ts'
import { countOfTeams, refreshTeams } from '../teams/teams-query.ts'
import { type Removal, type RemovalOutcome, removalMachine } from './machine.ts'

const machine = removalMachine.provide({
  actors: {
    removeSome: fromPromise<RemovalOutcome, Removal>(({ input }) => removeSome(input)),
    line: fromPromise(({ signal }) => untilLineIsBack(signal)),
  },
  guards: { isLineGone, isOffline },
  actions: {
    reportRemoved: (_, { ids }) => {
      void refreshTeams()
      toast.success(`${countOfTeams(ids.length)} removed.`, {
        duration: undoOfferedMs,
        undo: () => void restoreFromToast(ids),
      })
    },
  },
})

/** The machine of selecting and removing, with its effects. `ids` are the registered teams. */
export function useRemoval(ids: ReadonlySet<string>) {
  const [snapshot, send] = useMachine(machine)
  useEffect(() => send({ type: 'teams', ids }), [ids, send])
  const isWaiting = snapshot.matches('waiting')
  useUnloadWarning(isWaiting)
  return {
    ...snapshot.context,
    send,
    isSelecting: !snapshot.matches('off'),
    isAsking: !snapshot.matches('off') && !snapshot.matches('selecting'),
    isRemoving: snapshot.matches('removing'),
    waiting: isWaiting ? { cancel: () => send({ type: 'ask.cancel' }) } : null,
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
