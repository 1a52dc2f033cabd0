import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest } from './counts.ts'

describe('what a test run says at its end', () => {
  it('counts skipped tests and files that broke before their tests as failed', () => {
    const testResults = [
      { status: 'passed', assertionResults: [{}, {}] },
      { status: 'failed', assertionResults: [] },
    ]
    expect(countVitest({ numTotalTests: 3, numPassedTests: 2, testResults })).toEqual({ passed: 2, failed: 2 })
  })

  it('counts flaky browser tests and errors outside tests as failed', () => {
    const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 1 }
    expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 4, failed: 4 })
  })
})
