/** How many tests a run passed and failed. A skipped test is a failed one: nothing here is ever skipped. */
export interface Count {
  readonly passed: number
  readonly failed: number
}

interface VitestReport {
  readonly numTotalTests: number
  readonly numPassedTests: number
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[]
}

/** Counts a report of Vitest's `json` reporter; a file that failed before any of its tests counts as one failure. */
export function countVitest(report: unknown): Count {
  const { numTotalTests, numPassedTests, testResults } = report as VitestReport
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests + broken }
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
  readonly errors: readonly unknown[]
}

/** Counts a report of Playwright's `json` reporter; a test that passed only at a second try has failed. */
export function countPlaywright(report: unknown): Count {
  const { stats, errors } = report as PlaywrightReport
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length }
}
