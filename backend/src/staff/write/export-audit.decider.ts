import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import type { AuditEvent } from '@ultimate/events/staff/events.ts'

export type ExportAudit = TimedCommand<'ExportAudit', Record<string, never>>

type ExportState = Readonly<Record<string, never>>

const state: ExportState = {}

/** Recorded each time: an earlier export is no reason for or against another one. */
export const exportAudit = (_: ExportAudit): AuditEvent => ({ type: 'AuditExported', data: {} })

export const exportAuditDecider: Decider<ExportState, ExportAudit, AuditEvent> = {
  decide: exportAudit,
  evolve: () => state,
  initialState: () => state,
}
