import type { AuditEvent } from '@ultimate/events/staff/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'

export type ExportAudit = TimedCommand<'ExportAudit', Record<string, never>>

type ExportState = Readonly<Record<string, never>>

const state: ExportState = {}

/** Recorded each time: an earlier export is no reason for or against another one. */
export const exportAudit = (_: ExportAudit): AuditEvent => ({ type: 'AuditExported', data: {} })

export const exportAuditDecider: StreamDecider<ExportState, ExportAudit, AuditEvent> = {
  decide: exportAudit,
  evolve: () => state,
  initialState: () => state,
}
