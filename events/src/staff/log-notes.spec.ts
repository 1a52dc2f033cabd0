import { describe, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import type { AuditEvent, ReplayEvent } from './events.ts'
import { metadata } from './facts.fixture.ts'
import { type ExportAudit, exportAuditDecider, type NoteReplay, noteReplayDecider } from './log-notes.ts'

describe('exporting the audit', () => {
  const given = DeciderSpecification.for(exportAuditDecider)
  const exportAudit: ExportAudit = { type: 'ExportAudit', data: {}, metadata }
  const exported: AuditEvent = { type: 'AuditExported', data: {} }

  it('is noted every time', () => {
    given([]).when(exportAudit).then(exported)
    given([exported]).when(exportAudit).then(exported)
  })
})

describe('noting a replay', () => {
  const given = DeciderSpecification.for(noteReplayDecider)
  const note = (data: NoteReplay['data']): NoteReplay => ({ type: 'NoteReplay', data, metadata })
  const tables = [{ differences: 2 }, { differences: 1 }]
  const finished: ReplayEvent = {
    type: 'ReplayFinished',
    data: { from: 'screen', events: 500, differences: 3, applied: false },
  }

  it('records how many rows differed, every time', () => {
    const ended = note({ from: 'screen', result: { events: 500, tables, applied: false } })
    given([]).when(ended).then([finished])
    given([finished]).when(ended).then([finished])
  })

  it('records whether the rebuilt tables took their place', () =>
    given([])
      .when(note({ from: 'command', result: { events: 500, tables: [], applied: true } }))
      .then([{ type: 'ReplayFinished', data: { from: 'command', events: 500, differences: 0, applied: true } }]))

  it('records one that failed', () =>
    given([])
      .when(note({ from: 'command', result: null }))
      .then([{ type: 'ReplayFailed', data: { from: 'command' } }]))
})
