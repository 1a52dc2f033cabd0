import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import type { ReplayEvent } from '@ultimate/events/staff/events.ts'

interface Replayed {
  readonly events: number
  readonly tables: readonly { readonly differences: number }[]
  readonly applied: boolean
}

/** Records how a replay ended; `result` is null for one that failed. */
export type NoteReplay = TimedCommand<
  'NoteReplay',
  { readonly from: ReplayEvent['data']['from']; readonly result: Replayed | null }
>

type ReplaysState = Readonly<Record<string, never>>
const state: ReplaysState = {}

/** Recorded each time: an earlier replay is no reason for or against another one. */
export function noteReplay({ data: { from, result } }: NoteReplay): ReplayEvent {
  if (result === null) return { type: 'ReplayFailed', data: { from } }
  const differences = result.tables.reduce((sum, table) => sum + table.differences, 0)
  return { type: 'ReplayFinished', data: { from, events: result.events, differences, applied: result.applied } }
}

export const noteReplayDecider: Decider<ReplaysState, NoteReplay, ReplayEvent> = {
  decide: noteReplay,
  evolve: () => state,
  initialState: () => state,
}
