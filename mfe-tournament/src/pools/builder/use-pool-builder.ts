import type { Division } from '@ultimate/events/tournament/team.ts'
import { useLiveReads } from '@ultimate/kit/live/live-reads.ts'
import { newKey } from '@ultimate/kit/request/answer.ts'
import { commandAt, useSentCommand, type Waiting } from '@ultimate/kit/request/use-command.ts'
import { useBlocker } from '@ultimate/kit/router.ts'
import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { poolBuilderMachine, type Teams } from './machine/pool-builder.machine.ts'
import { loadPools, type PoolReads, poolReads, readTeams } from './reads.ts'
import { placeOfPools, publishPools, savePools, unpublishPools } from './requests.ts'
import { canPublish, canUnpublish, isDirty, type LoadOutcome, type WriteOutcome, type Writing } from './unsaved/work.ts'

const createWriteActor = (write: (writing: Writing) => Promise<WriteOutcome>) =>
  fromPromise<WriteOutcome, Writing>(({ input, signal }) => write({ ...input, signal }))

const provideEffects = (reads: PoolReads) =>
  poolBuilderMachine.provide({
    actors: {
      load: fromPromise<LoadOutcome, Division>(({ input }) => loadPools(input, reads)),
      readTeams: fromPromise<Teams, Division>(({ input }) => readTeams(input, reads)),
      save: createWriteActor(savePools),
      publish: createWriteActor(publishPools),
      unpublish: createWriteActor(unpublishPools),
    },
    guards: { isQueued: ({ context }) => commandAt(placeOfPools(context.division))?.status === 'queued' },
  })

/** Ids are never shown. */
const newPoolId = (): string => `pool-${newKey()}`

/** The builder's machine for one division, with its effects, as the screen needs it. */
export function usePoolBuilder(division: Division) {
  const [reads] = useState(poolReads)
  const [machine] = useState(() => provideEffects(reads))
  const [snapshot, send] = useMachine(machine, { input: { division } })
  const { context, value } = snapshot
  const isQueued = useSentCommand(placeOfPools(division))?.status === 'queued'
  /** The state of the work: `waiting` while the requested write waits for the connection. */
  const phase = isQueued ? 'waiting' : value.arrangement
  const isUnsaved = phase !== 'loading' && phase !== 'loadFailed' && isDirty(context)
  const waiting: Waiting | null = isQueued ? { cancel: () => send({ type: 'cancel' }) } : null
  useLiveReads({ topics: ['pools'], reads: reads.pools, readAgain: () => send({ type: 'remote.changed' }) })
  useLiveReads({ topics: ['teams'], reads: reads.teams, readAgain: () => send({ type: 'teams.changed' }) })
  return {
    phase,
    context,
    send,
    isUnsaved,
    canPublish: canPublish(context),
    canUnpublish: canUnpublish(context),
    /** Present while the last requested write waits for the connection; null otherwise. */
    waiting,
    /** True while a write is sent or waits for the connection: the screen takes no other change meanwhile. */
    isWriting: waiting !== null || phase === 'saving' || phase === 'publishing' || phase === 'unpublishing',
    addPools: (count: number, size: number) =>
      send({ type: 'pools.add', size, ids: Array.from({ length: count }, newPoolId) }),
    leaving: useUnsavedGuard(isUnsaved || waiting !== null),
  }
}
export type PoolBuilder = ReturnType<typeof usePoolBuilder>

/** Asks before unsaved work is lost: on the way to another page with our dialog, otherwise with the browser's. */
function useUnsavedGuard(wouldLose: boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      wouldLose &&
      (currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search),
  )
  useEffect(() => {
    if (!wouldLose) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [wouldLose])
  return blocker.state === 'blocked' ? { stay: () => blocker.reset(), leave: () => blocker.proceed() } : null
}
