import { describe, expect, it } from 'vitest'
import {
  afterSecondTry,
  type Failure,
  filesToTryAgain,
  type Outcome,
  printedFailures,
  readPlaywright,
  readVitest,
} from './outcome.ts'

describe('what a test run says at its end', () => {
  it('counts skipped tests of Vitest, and files that broke before their tests or never ran, as failed', () => {
    const report = {
      testResults: [
        {
          name: '/site/backend/a.spec.ts',
          status: 'passed',
          message: '',
          assertionResults: [
            { fullName: 'adds', status: 'passed', failureMessages: [] },
            { fullName: 'takes away', status: 'skipped', failureMessages: [] },
            { fullName: 'divides', status: 'failed', failureMessages: ['expected 1 to be 2'] },
          ],
        },
        { name: '/site/backend/b.spec.ts', status: 'failed', message: 'cannot import c.ts', assertionResults: [] },
      ],
    }
    const files = ['/site/backend/a.spec.ts', '/site/backend/b.spec.ts', '/site/backend/c.spec.ts']
    expect(readVitest(report, { files, errors: ['Timeout waiting for worker to respond'] }, '/site')).toEqual({
      passed: 1,
      failures: [
        { test: 'takes away', file: 'backend/a.spec.ts', message: 'skipped' },
        { test: 'divides', file: 'backend/a.spec.ts', message: 'expected 1 to be 2' },
        { test: 'the file itself', file: 'backend/b.spec.ts', message: 'cannot import c.ts' },
        { test: 'the file itself', file: 'backend/c.spec.ts', message: 'It never ran.' },
        { test: 'outside the tests', message: 'Timeout waiting for worker to respond' },
      ],
      flaky: [],
    })
  })

  it('tells flaky browser tests from failed ones, and counts skipped tests and errors outside tests as failed', () => {
    const spec = (title: string, status: string, ...messages: string[]) => ({
      title,
      tests: [{ status, results: messages.map((message) => ({ errors: [{ message }] })) }],
    })
    const suites = [
      {
        file: 'a.e2e.ts',
        specs: [spec('opens', 'expected'), spec('closes', 'unexpected', 'no door')],
        suites: [{ file: 'a.e2e.ts', specs: [spec('connects', 'flaky', 'too soft'), spec('waits', 'skipped')] }],
      },
    ]
    expect(readPlaywright({ suites, errors: [{ message: 'no browser' }] })).toEqual({
      passed: 2,
      failures: [
        { test: 'closes', file: 'e2e/a.e2e.ts', message: 'no door' },
        { test: 'waits', file: 'e2e/a.e2e.ts', message: '' },
        { test: 'outside the tests', message: 'no browser' },
      ],
      flaky: [{ test: 'connects', file: 'e2e/a.e2e.ts', message: 'too soft' }],
    })
  })

  it('prints what failed and what was flaky once more, each with its place and reason', () => {
    const flaky = [{ test: 'connects', file: 'e2e/a.e2e.ts', message: 'too soft' }]
    const failures = [{ test: 'types', message: 'one\ntwo' }]
    expect(printedFailures([{ passed: 3, failures, flaky }])).toBe(
      '> passed only at a second try\n\ne2e/a.e2e.ts: connects\n  too soft\n\n> failed\n\ntypes\n  one\n  two',
    )
    expect(printedFailures([{ passed: 3, failures: [], flaky: [] }])).toBe('')
  })
})

describe('the second try of a run', () => {
  const failure = (test: string, file?: string): Failure => ({ test, message: 'no', ...(file ? { file } : {}) })
  const outcome = (passed: number, ...failures: Failure[]): Outcome => ({ passed, failures, flaky: [] })

  it('is for a few files', () => {
    expect(filesToTryAgain(outcome(9))).toEqual([])
    expect(filesToTryAgain(outcome(9, failure('a', 'a'), failure('b', 'a'), failure('c', 'b')))).toEqual(['a', 'b'])
    expect(filesToTryAgain(outcome(9, ...['a', 'b', 'c', 'd'].map((file) => failure('it', file))))).toEqual([])
  })

  it('is not for what broke outside the tests', () => {
    expect(filesToTryAgain(outcome(9, failure('a', 'a'), failure('the run itself')))).toEqual([])
  })

  it('calls flaky what passed, and failed what failed again or for the first time', () => {
    const first = outcome(7, failure('a', 'file'), failure('b', 'file'))
    expect(afterSecondTry(first, outcome(3, failure('b', 'file'), failure('c', 'file')))).toEqual({
      passed: 7,
      failures: [failure('b', 'file'), failure('c', 'file')],
      flaky: [failure('a', 'file')],
    })
  })
})
