import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { useUnloadWarning } from '@ultimate/kit/form/leave-warning.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { newKey } from '@ultimate/kit/request/idempotency-key.ts'
import { isLineGone, isOffline, untilLineIsBack } from '@ultimate/kit/sending/line-wait.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { useMachine } from '@xstate/react'
import { useCallback, useEffect } from 'react'
import { fromPromise } from 'xstate'
import { countOfTeams, refreshTeams } from '../teams/teams-query.ts'
import { type Removal, type RemovalEvent, type RemovalOutcome, removalMachine } from './remove-teams.machine.ts'

/** Of the requests of one removal, by what they ask for: a lost answer is asked for again, and names its undo. */
const keys = new Map<string, string>()

const machine = removalMachine.provide({
  actors: {
    removeSome: fromPromise<RemovalOutcome, Removal>(({ input }) => removeSome(input)),
    line: fromPromise(({ signal }) => untilLineIsBack(signal)),
  },
  guards: { isLineGone, isOffline },
  actions: {
    reportRemoved: (_, { ids }) => {
      void refreshTeams()
      toast.success(`${countOfTeams(ids.length)} removed.`, offerUndo([...keys.values()]))
      keys.clear()
    },
  },
})

/** The machine of selecting and removing, with its effects. `ids` are the registered teams. */
export function useRemoval(ids: ReadonlySet<string>) {
  const [snapshot, send] = useMachine(machine)
  useEffect(() => send({ type: 'teams', ids }), [ids, send])
  // The same function in every rendering, as effects depend on it.
  const tell = useCallback(
    (event: RemovalEvent) => {
      send(event)
      if (event.type === 'ask.cancel') keys.clear()
    },
    [send],
  )
  const isWaiting = snapshot.matches('waiting')
  useUnloadWarning(isWaiting)
  return {
    ...snapshot.context,
    send: tell,
    isSelecting: !snapshot.matches('off'),
    isAsking: !snapshot.matches('off') && !snapshot.matches('selecting'),
    isRemoving: snapshot.matches('removing'),
    waiting: isWaiting ? { cancel: () => tell({ type: 'ask.cancel' }) } : null,
  }
}
export type RemovalTools = ReturnType<typeof useRemoval>

/** Removes teams. Rejects without an answer. */
export async function removeSome({ ids, reason }: Removal): Promise<RemovalOutcome> {
  const asked = JSON.stringify([ids, reason])
  const idempotencyKey = keys.get(asked) ?? newKey()
  keys.set(asked, idempotencyKey)
  try {
    await call('POST /api/teams/remove', { body: { ids: [...ids], reason } }, { idempotencyKey })
    return { kind: 'removed' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    keys.delete(asked)
    return { kind: 'refused', sentence: error.fields['reason'] ?? error.message }
  }
}
