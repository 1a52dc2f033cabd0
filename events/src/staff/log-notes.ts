import type { Decider, TimedCommand } from '../language/command.ts'
import type { AuditEvent, ReplayEvent } from './events.ts'

/** Exports and replays are recorded each time. No decision depends on earlier ones, so there is no state. */
type Nothing = Readonly<Record<string, never>>
const nothing: Nothing = {}
const withoutState = { evolve: () => nothing, initialState: () => nothing }

export type ExportAudit = TimedCommand<'ExportAudit', Record<string, never>>

export const exportAudit = (_: ExportAudit): AuditEvent => ({ type: 'AuditExported', data: {} })

export const exportAuditDecider: Decider<Nothing, ExportAudit, AuditEvent> = { decide: exportAudit, ...withoutState }

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

export function noteReplay({ data: { from, result } }: NoteReplay): ReplayEvent {
  if (result === null) return { type: 'ReplayFailed', data: { from } }
  const differences = result.tables.reduce((sum, table) => sum + table.differences, 0)
  return { type: 'ReplayFinished', data: { from, events: result.events, differences, applied: result.applied } }
}

export const noteReplayDecider: Decider<Nothing, NoteReplay, ReplayEvent> = { decide: noteReplay, ...withoutState }
