import { describe, expect, it } from 'vitest'
import { describeResult, progressLine, reportTenths } from './report.ts'

describe('the report of a rebuild', () => {
  it('names every kind of difference and says what to do', () => {
    const text = describeResult(
      {
        events: 120_000,
        seconds: 1.2,
        tables: [
          { table: 'teams', rows: 40, differences: 3 },
          { table: 'users', rows: 2, differences: 0 },
        ],
        differences: [
          { table: 'teams', id: '1', live: { id: '1', paid: true }, rebuilt: { id: '1', paid: false } },
          { table: 'teams', id: '2', live: null, rebuilt: { id: '2', paid: false } },
          { table: 'teams', id: '3', live: { id: '3', paid: false }, rebuilt: null },
        ],
        applied: false,
      },
      'npm run fix',
    )
    expect(text.split('\n')).toEqual([
      '120,000 events in 1.20 s: 100,000 events/s',
      '  teams: 40 rows, 3 different',
      '  users: 2 rows, no different',
      '  teams 1: paid is true, should be false',
      '  teams 2: missing in the live table',
      '  teams 3: in the live table only',
      'The live tables are not what the events say. Put them right with: npm run fix',
      '',
    ])
  })

  it('shows progress as a bar with the rate', () => {
    expect(progressLine({ stage: 'fold', events: 5_000, total: 10_000 }, 0.1)).toBe(
      `${'█'.repeat(15)}${'░'.repeat(15)} 5,000 of 10,000 events, 50,000 events/s · Reading events`,
    )
  })

  it('has a line in a log for every tenth of many events and for every stage, and none for few', () => {
    const collectLines = (total: number) => {
      const lines: string[] = []
      const report = reportTenths((line) => lines.push(line))
      for (let events = 0; events <= total; events += total / 50) report({ stage: 'fold', events, total })
      for (const stage of ['write', 'swap'] as const) report({ stage, events: total, total })
      return lines
    }
    expect(collectLines(10_000)).toEqual([])
    const lines = collectLines(1_000_000)
    expect(lines).toHaveLength(13)
    expect([lines[1], lines.at(-1)]).toEqual([
      'Reading events: 100,000 of 1,000,000 events',
      'Swapping tables: 1,000,000 of 1,000,000 events',
    ])
  })
})
