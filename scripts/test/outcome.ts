import { relative } from 'node:path'

/**
 * The time that tests wait for a condition, and the time between two looks, in milliseconds. A second, the default of
 * Vitest and the Testing Library, is too short on a machine whose cores are full for the whole run.
 */
export const patience = { timeout: 20_000, interval: 20 } as const

/** A test that did not pass, or a file or a run that broke outside its tests. */
export interface Failure {
  readonly test: string
  /** From the root of the repository; missing where a whole run broke. */
  readonly file?: string
  readonly message: string
}

/** The result of a check or a run of tests. */
export interface Outcome {
  readonly passed: number
  readonly failures: readonly Failure[]
  /** Tests that failed beside the others and passed at a second try. Each is a defect of the test or the code. */
  readonly flaky: readonly Failure[]
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** The facts that `run-reporter.ts` adds to the report. */
export interface CollectedRun {
  /** Files that were to run. */
  readonly files: readonly string[]
  /** Messages of errors outside of all tests. */
  readonly errors: readonly string[]
}

/**
 * Reads a report of Vitest's `json` reporter. A skipped test is a failed one, because nothing here is ever skipped, and so
 * is a file that never ran.
 */
export function readVitest(report: unknown, collected: CollectedRun, root = process.cwd()): Outcome {
  const files = (report as VitestReport).testResults
  const reported = new Set(files.map(({ name }) => name))
  const missing = collected.files.filter((file) => !reported.has(file))
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(root, name) })),
  )
  const broken = files.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
  const failed = tests.filter(({ status }) => status !== 'passed')
  return {
    passed: tests.length - failed.length,
    failures: [
      ...failed.map(({ file, fullName, status, failureMessages }) => ({
        test: fullName,
        file,
        message: failureMessages.join('\n') || status,
      })),
      ...broken.map(({ name, message }) => ({ test: 'the file itself', file: relative(root, name), message })),
      ...missing.map((name) => ({ test: 'the file itself', file: relative(root, name), message: 'It never ran.' })),
      ...collected.errors.map((message) => ({ test: 'outside the tests', message })),
    ],
    flaky: [],
  }
}

interface PlaywrightError {
  readonly message?: string
}

interface PlaywrightSuite {
  readonly file: string
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly {
    readonly title: string
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
      readonly results: readonly { readonly errors: readonly PlaywrightError[] }[]
    }[]
  }[]
}

/** Reads a report of Playwright's `json` reporter. A skipped test is a failed one. */
export function readPlaywright(report: unknown): Outcome {
  const { suites, errors } = report as { suites: readonly PlaywrightSuite[]; errors: readonly PlaywrightError[] }
  const tests = suites.flatMap(listTests)
  const withStatus = (...statuses: string[]) =>
    tests.filter(({ status }) => statuses.includes(status)).map(({ test }) => test)
  return {
    passed: withStatus('expected', 'flaky').length,
    failures: [
      ...withStatus('unexpected', 'skipped'),
      ...errors.map(({ message = '' }) => ({ test: 'outside the tests', message })),
    ],
    flaky: withStatus('flaky'),
  }
}

function listTests({ file, suites = [], specs }: PlaywrightSuite): { status: string; test: Failure }[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => ({
      status,
      test: { test: title, file: `e2e/${file}`, message: listMessages(results) },
    })),
  )
  return [...own, ...suites.flatMap(listTests)]
}

const listMessages = (results: readonly { readonly errors: readonly PlaywrightError[] }[]) =>
  results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)).join('\n')

/** If more files than this fail, they are broken, not flaky. */
const maxFlakyFiles = 3

/** The files whose failed tests may be flaky; none where too much failed, or something outside the tests did. */
export function filesToTryAgain({ failures }: Outcome): readonly string[] {
  const files = [...new Set(failures.map(({ file }) => file))]
  const known = files.filter((file) => file !== undefined)
  return known.length === files.length && known.length <= maxFlakyFiles ? known : []
}

/** The outcome of a run of which some files were run again, alone: what passed there was flaky. */
export function afterSecondTry(first: Outcome, second: Outcome): Outcome {
  const isIn = (failures: readonly Failure[]) => (failure: Failure) => failures.some((other) => isSame(other, failure))
  const stillFails = isIn(second.failures)
  const flaky = first.failures.filter((failure) => !stillFails(failure))
  const failsNow = second.failures.filter((failure) => !isIn(first.failures)(failure))
  return {
    passed: first.passed + flaky.length - failsNow.length,
    failures: [...first.failures.filter(stillFails), ...failsNow],
    flaky: [...first.flaky, ...flaky],
  }
}

const isSame = (one: Failure, other: Failure) => one.file === other.file && one.test === other.test

/** Lists what failed or was flaky, and why, for the end of a run: earlier output is far above by then. */
export function printedFailures(outcomes: readonly Outcome[]): string {
  const section = (title: string, failures: readonly Failure[]) =>
    failures.length === 0 ? [] : [`> ${title}`, ...failures.map(printed)]
  return [
    ...section(
      'passed only at a second try',
      outcomes.flatMap(({ flaky }) => flaky),
    ),
    ...section(
      'failed',
      outcomes.flatMap(({ failures }) => failures),
    ),
  ].join('\n\n')
}

const maxMessageLines = 25

const printed = ({ file, test, message }: Failure) =>
  [`${file ? `${file}: ` : ''}${test}`, ...message.trim().split('\n').slice(0, maxMessageLines)].join('\n  ')
