import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import { fromPromise } from 'xstate'
import { restoreAndTell } from '../restore-team/restore-teams.ts'
import { countOfTeams, refreshTeams } from '../teams/teams-query.ts'
import { type Removal, type RemovalOutcome, removalMachine } from './machine.ts'
import { removeSome } from './remove-some.ts'

/** Long enough to read how many they were, and to think again. */
const undoOfferedMs = 10_000

const machine = removalMachine.provide({
  actors: { removeSome: fromPromise<RemovalOutcome, Removal>(({ input }) => removeSome(input)) },
  actions: {
    tellRemoved: (_, { ids }) => {
      void refreshTeams()
      toast.success(`${countOfTeams(ids.length)} removed.`, {
        duration: undoOfferedMs,
        undo: () => void restoreAndTell(ids),
      })
    },
  },
})

/** The machine of selecting and removing, with its effects. `ids` are the teams that are in. */
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
