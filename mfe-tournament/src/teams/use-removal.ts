import { removalLimits } from '@ultimate/events/tournament/team.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { newKey } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { CommandCanceled, cancelCommand, sendCommand, useSentCommand } from '@ultimate/kit/request/use-command.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { refreshTeams, teamsInWords } from './teams-query.ts'

/** Teams per request: small enough to show progress. */
export const teamsPerRequest = Math.min(100, removalLimits.teams)

/** Splits teams into groups of which each is one request. */
export const toGroups = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / teamsPerRequest) }, (_, index) =>
    ids.slice(index * teamsPerRequest, (index + 1) * teamsPerRequest),
  )

const initialState = {
  step: 'off' as 'off' | 'selecting' | 'asking',
  selected: new Set() as ReadonlySet<string>,
  reason: '',
  reasonError: undefined as string | undefined,
  /** The message about the last request, if it failed. */
  error: null as string | null,
  isSending: false,
  /** The teams of the confirmed selection that are removed already. */
  removed: [] as readonly string[],
}

/** Selects teams, asks, and removes them. After a failure the remaining teams stay selected, to be tried again. */
export function useRemoval(ids: ReadonlySet<string>) {
  const [place] = useState(newKey)
  const [state, setState] = useState(initialState)
  const { step, selected, reason, isSending, removed } = state
  const isQueued = useSentCommand(place)?.status === 'queued'
  /** The keys of the accepted requests, for the undo. */
  const keys = useRef<string[]>([])
  const unmounting = useRef(new AbortController())
  useEffect(() => {
    unmounting.current = new AbortController()
    return () => unmounting.current.abort()
  }, [])
  const change = useCallback(
    (changes: Partial<typeof initialState>) => setState((before) => ({ ...before, ...changes })),
    [],
  )
  const select = useCallback(
    (teams: readonly string[], on: boolean) =>
      setState((before) => ({
        ...before,
        selected: on ? new Set([...before.selected, ...teams]) : without(before.selected, teams),
      })),
    [],
  )
  const stop = useCallback(() => setState(initialState), [])

  // Another user may have removed selected teams. While sending, our own request removes them.
  useEffect(() => {
    if (isSending) return
    const removedByOthers = [...selected].filter((id) => !ids.has(id))
    if (removedByOthers.length > 0) select(removedByOthers, false)
    else if (step === 'asking' && selected.size === 0) change({ step: 'selecting' })
  }, [ids, selected, step, isSending, select, change])

  const finish = (removedTeams: readonly string[]) => {
    void refreshTeams()
    toast.success(`${teamsInWords(removedTeams.length)} removed.`, offerUndo(keys.current))
    keys.current = []
    stop()
  }

  const sendRemoval = async (group: string[]) => {
    await sendCommand({
      place,
      // An equal request has the same key. So the removal can be undone, although its first answer was lost.
      subject: { ids: group, reason },
      send: async (body, idempotencyKey) => {
        await call('POST /api/teams/remove', { body }, { idempotencyKey })
        keys.current.push(idempotencyKey)
      },
      signal: unmounting.current.signal,
    })
  }

  const removeAll = async () => {
    const removedTeams = [...removed]
    change({ isSending: true, error: null })
    try {
      for (const group of toGroups([...selected])) {
        await sendRemoval(group)
        removedTeams.push(...group)
        select(group, false)
        change({ removed: [...removedTeams] })
      }
      finish(removedTeams)
    } catch (error) {
      change({ isSending: false, ...(!(error instanceof CommandCanceled) && { error: findSentence(error) }) })
    }
  }

  return {
    selected,
    reason,
    reasonError: state.reasonError,
    error: state.error,
    removed,
    /** The number of teams of the confirmed selection that are not removed yet. */
    remaining: isSending ? selected.size : 0,
    isSelecting: step !== 'off',
    isAsking: step === 'asking',
    isRemoving: isSending && !isQueued,
    waiting: isQueued ? { cancel } : null,
    start: () => change({ step: 'selecting' }),
    stop,
    select,
    ask: () => selected.size > 0 && change({ step: 'asking' }),
    cancel,
    setReason: (text: string) => change({ reason: text, reasonError: undefined, error: null }),
    confirm: () => {
      if (isSending) return
      if (reason.trim() === '') change({ reasonError: 'Please say why.' })
      else void removeAll()
    },
  }

  /** Closes the dialog. Teams that were removed before the cancellation stay removed. */
  function cancel() {
    cancelCommand(place)
    if (removed.length > 0) finish(removed)
    else change({ step: 'selecting', reasonError: undefined, error: null })
  }
}
export type RemovalTools = ReturnType<typeof useRemoval>

function without(ids: ReadonlySet<string>, others: readonly string[]): ReadonlySet<string> {
  const result = new Set(ids)
  for (const id of others) result.delete(id)
  return result
}

function findSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return 'No response. Please try again.'
  return error.fields['reason'] ?? error.message
}
