import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import type { ReplayEvent } from '@ultimate/events/staff/events.ts'
import { describe, expect, it } from 'vitest'
import { type NoteReplay, noteReplayDecider } from './note-replay.decider.ts'

const given = DeciderSpecification.for(noteReplayDecider)
const note = (data: NoteReplay['data']): NoteReplay => ({
  type: 'NoteReplay',
  data,
  metadata: { now: new Date('2025-11-22T18:00:00Z') },
})
const tables = [{ differences: 2 }, { differences: 1 }]
const finished: ReplayEvent = {
  type: 'ReplayFinished',
  data: { from: 'screen', events: 500, differences: 3, applied: false },
}

describe('noting a replay', () => {
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

  it('leaves nothing that a later one could depend on', () =>
    expect(noteReplayDecider.evolve(noteReplayDecider.initialState(), finished)).toEqual({}))
})
