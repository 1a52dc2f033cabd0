import type { AuditEvent } from '@ultimate/events/staff/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'

export type ExportAudit = TimedCommand<'ExportAudit', Record<string, never>>

/** What was exported before is no reason to do it again, or not to. */
type ExportState = Readonly<Record<string, never>>

const state: ExportState = {}

export const exportingAudit: StreamDecider<ExportState, ExportAudit, AuditEvent> = {
  decide: () => ({ type: 'AuditExported', data: {} }),
  evolve: () => state,
  initialState: () => state,
}
