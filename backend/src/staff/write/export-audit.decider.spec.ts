import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import type { AuditEvent } from '@ultimate/events/staff/events.ts'
import { describe, expect, it } from 'vitest'
import { type ExportAudit, exportAuditDecider } from './export-audit.decider.ts'

const given = DeciderSpecification.for(exportAuditDecider)

const exportAudit: ExportAudit = {
  type: 'ExportAudit',
  data: {},
  metadata: { now: new Date('2025-11-22T18:00:00Z') },
}
const exported: AuditEvent = { type: 'AuditExported', data: {} }

describe('exporting the audit', () => {
  it('is noted', () => given([]).when(exportAudit).then(exported))

  it('is noted every time', () => given([exported]).when(exportAudit).then(exported))

  it('leaves nothing that a later export could depend on', () => {
    const { evolve, initialState } = exportAuditDecider
    expect(evolve(initialState(), exported)).toEqual({})
    expect(initialState()).toEqual({})
  })
})
