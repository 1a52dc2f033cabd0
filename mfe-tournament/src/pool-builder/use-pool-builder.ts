import type { LiveChange, Topic } from '@ultimate/events/platform/api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import type { IsKnownTo, OwnReads } from '@ultimate/kit/live/own-reads.ts'
import { useLive } from '@ultimate/kit/request/live.ts'
import { throttled } from '@ultimate/kit/request/throttled.ts'
import type { Waiting } from '@ultimate/kit/request/use-command.ts'
import { useBlocker } from '@ultimate/kit/router.ts'
import { isLineGone, isOffline, untilLineIsBack } from '@ultimate/kit/sending/line-wait.ts'
import { useMachine } from '@xstate/react'
import { useCallback, useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { publishPools } from '../publish-pools/publish-pools.ts'
import { savePools } from '../save-pools/save-pools.ts'
import { unpublishPools } from '../unpublish-pools/unpublish-pools.ts'
import { poolBuilderMachine } from './machine/machine.ts'
import type { Teams } from './machine/machine-definition.ts'
import { loadPools, type PoolReads, poolReads, readTeams } from './requests.ts'
import { canPublish, canUnpublish, isDirty, type LoadOutcome, type WriteOutcome, type Writing } from './unsaved/work.ts'

const machineReading = (reads: PoolReads) =>
  poolBuilderMachine.provide({
    actors: {
      load: fromPromise<LoadOutcome, Division>(({ input }) => loadPools(input, reads)),
      readTeams: fromPromise<Teams, Division>(({ input }) => readTeams(input, reads)),
      save: fromPromise<WriteOutcome, Writing>(({ input }) => savePools(input)),
      publish: fromPromise<WriteOutcome, Writing>(({ input }) => publishPools(input)),
      unpublish: fromPromise<WriteOutcome, Writing>(({ input }) => unpublishPools(input)),
      line: fromPromise<void>(({ signal }) => untilLineIsBack(signal)),
    },
    guards: { isLineGone, isOffline },
  })

/** Live changes may come by the hundred, and each causes a read. */
const readAtMostEveryMs = 250

/**
 * Calls `work` when the topic has changes that these reads do not know. Keeps the function of the first render, so it may
 * use stable values only, such as `send`.
 */
function useNews(topic: Topic, reads: OwnReads, work: () => void): void {
  const [ask] = useState(() => throttled(work, readAtMostEveryMs))
  useEffect(() => ask.stop, [ask])
  useLive(
    [topic],
    useCallback((_: LiveChange, isKnownTo?: IsKnownTo) => reads.unlessKnown(isKnownTo, ask), [reads, ask]),
  )
}

/** Ids are never shown. Unlike `crypto.randomUUID`, this also works on a page opened over plain http. */
const newPoolId = (): string => `pool-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`

/** The builder's machine for one division, with its effects, as the screen needs it. */
export function usePoolBuilder(division: Division) {
  const [reads] = useState(poolReads)
  const [machine] = useState(() => machineReading(reads))
  const [snapshot, send] = useMachine(machine, { input: { division } })
  const { context, value } = snapshot
  const phase = typeof value.arrangement === 'string' ? value.arrangement : 'clean'
  const isUnsaved = phase !== 'loading' && phase !== 'loadFailed' && isDirty(context)
  const waiting: Waiting | null = phase === 'waiting' ? { cancel: () => send({ type: 'cancel' }) } : null
  useNews('pools', reads.pools, () => send({ type: 'remote.changed' }))
  useNews('teams', reads.teams, () => send({ type: 'teams.changed' }))
  return {
    phase,
    context,
    send,
    isUnsaved,
    canPublish: canPublish(context),
    canUnpublish: canUnpublish(context),
    /** What was asked for last is not sent yet, because the line is gone. */
    waiting,
    /** Nothing is taken meanwhile: it is on its way, or waits for the line. */
    isWriting: waiting !== null || phase === 'saving' || phase === 'publishing' || phase === 'unpublishing',
    addPools: (count: number, size: number) =>
      send({ type: 'pools.add', size, ids: Array.from({ length: count }, newPoolId) }),
    leaving: useUnsavedGuard(isUnsaved || waiting !== null),
  }
}
export type PoolBuilder = ReturnType<typeof usePoolBuilder>

/** Asks before something is lost: with our dialog inside the site, otherwise with the browser's. */
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
