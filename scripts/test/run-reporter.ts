import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestSpecification } from 'vitest/node'
import type { CollectedRun } from './outcome.ts'

/**
 * Writes what Vitest's JSON report leaves out into `RUN_REPORT`: the files that were to run, and errors outside of all
 * tests. A worker that does not start takes its files with it, and no other report has them.
 */
export default class RunReporter implements Reporter {
  #files: string[] = []

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.map(({ moduleId }) => moduleId)
  }

  onTestRunEnd(_: unknown, errors: readonly SerializedError[]): void {
    const run: CollectedRun = { files: this.#files, errors: errors.map(describeError) }
    if (process.env.RUN_REPORT) writeFileSync(process.env.RUN_REPORT, JSON.stringify(run))
  }
}

const describeError = ({ message, cause }: SerializedError): string =>
  [message, (cause as SerializedError | undefined)?.message].filter(Boolean).join(' ')
