import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stopWithParent } from '../stop-with-parent.ts'
import { ensureBrowser } from './browser.ts'
import { type Check, checksOfAll, listChecks } from './checks.ts'
import { columnNamed, findReach, listBrowserTests } from './column.ts'
import {
  afterSecondTry,
  filesToTryAgain,
  type Outcome,
  printedFailures,
  readPlaywright,
  readVitest,
} from './outcome.ts'
import { endPrograms, execute } from './programs.ts'
import { makeScratch } from './scratch.ts'

/**
 * Everything that must hold before a change lands: types, lint and format, boundaries, the build, unit, integration and
 * browser tests. Each stage runs even when an earlier one failed, so that one run shows all there is to mend, and what
 * failed is printed again at the end. The last line is `N passed, N failed`; a check without tests of its own counts as
 * one. `--only dinner` checks what one team owns, with what a change of that can break elsewhere.
 *
 * The build comes first. Browser tests wait for a third of their time; the other tests fill these moments, and the checks
 * of the sources those that are left (docs/decisions/0039).
 */
const scratch = makeScratch()
/** The tests start many backends of the same sources. */
const env = { TMPDIR: scratch, NODE_COMPILE_CACHE: join(scratch, 'compiled') }

/** A fourth of a core beside a browser test: with less, a test could take so long that it counts as hung. */
const fillsGaps = 5
const takesTheRest = 19

/** `--only dinner`: one team's column, and what it can break, instead of the whole. */
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
const column = only === undefined ? null : columnNamed(only)

const { build, sources } = column ? listChecks(column) : checksOfAll
/** They need nothing of each other. */
const needed: Readonly<Record<string, Check>> = {
  ...build,
  'a browser for the tests': async ({ print }) => {
    process.env.CHROMIUM = await ensureBrowser(print)
    return true
  },
}

async function runBrowserTests(): Promise<Outcome> {
  const file = join(scratch, 'playwright.json')
  const settings = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const own = column ? await listBrowserTests(column) : []
  return readOutcome(execute('playwright', ['test', ...own], { env: settings }), file, readPlaywright)
}

async function runOtherTests(print: (text: string) => void): Promise<Outcome> {
  const first = await runVitest(
    column ? [...column.folders.map((folder) => `${folder}/`), ...findReach(column).guards] : [],
    print,
  )
  const again = filesToTryAgain(first)
  return again.length === 0 ? first : afterSecondTry(first, await runVitest(again, print))
}

function runVitest(files: readonly string[], print: (text: string) => void): Promise<Outcome> {
  const [file, runFile] = [join(scratch, 'vitest.json'), join(scratch, 'vitest-run.json')]
  for (const old of [file, runFile]) rmSync(old, { force: true })
  const reporters = ['default', 'json', './scripts/test/run-reporter.ts'].map((name) => `--reporter=${name}`)
  const args = ['run', ...files, ...reporters, `--outputFile.json=${file}`]
  const run = execute('vitest', args, { env: { ...env, RUN_REPORT: runFile }, niceness: fillsGaps, print })
  return readOutcome(run, file, (report) => readVitest(report, JSON.parse(readFileSync(runFile, 'utf8'))))
}

/** Collects what is printed until `printNow`, and prints the rest as it comes. */
function heldBack(text: string) {
  let held: string | null = text
  return {
    print: (more: string) => {
      if (held === null) process.stdout.write(more)
      else held += more
    },
    printNow: () => {
      process.stdout.write(held ?? '')
      held = null
    },
  }
}

/** Runs checks together, and prints the output of each in one piece. */
const checkAll = (checks: Readonly<Record<string, Check>>, niceness: number): Promise<Outcome[]> =>
  Promise.all(Object.entries(checks).map(([name, run]) => check(name, run, niceness)))

async function check(name: string, run: Check, niceness: number): Promise<Outcome> {
  let output = ''
  const ok = await run({ niceness, print: (text) => (output += text) }).catch((error: unknown) => {
    output += describeError(error)
    return false
  })
  console.log(`\n> ${name}: ${ok ? 'passed' : 'failed'}\n${output.trimEnd()}`.trimEnd())
  return { passed: ok ? 1 : 0, failures: ok ? [] : [{ test: name, message: output }], flaky: [] }
}

/** Reads a runner's report. A run that failed without a failed test (a crash, no test at all) counts as one failure. */
async function readOutcome(ok: Promise<boolean>, file: string, read: (report: unknown) => Outcome): Promise<Outcome> {
  const succeeded = await ok
  const outcome = readReport(file, read)
  const isEmpty = outcome.passed + outcome.failures.length === 0
  if (!isEmpty && (succeeded || outcome.failures.length > 0)) return outcome
  const message = isEmpty ? 'It ran no test.' : 'It ended with an error outside its tests, printed above.'
  return { ...outcome, failures: [...outcome.failures, { test: 'the run itself', message }] }
}

function readReport(file: string, read: (report: unknown) => Outcome): Outcome {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failures: [], flaky: [] }
  }
}

const describeError = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Ends with npm, and what runs with us. */
function endTogether(): void {
  stopWithParent()
  process.once('SIGTERM', () => {
    endPrograms()
    process.exit(1)
  })
}

endTogether()
const ofSources = checkAll(sources, takesTheRest)
const outcomes = await checkAll(needed, 0)
console.log('\n> browser tests')
const { print, printNow } = heldBack('\n> unit, component and integration tests\n')
outcomes.push(...(await Promise.all([runBrowserTests().finally(printNow), runOtherTests(print)])))
outcomes.push(...(await ofSources))
rmSync(scratch, { recursive: true, force: true })
console.log(`\n${printedFailures(outcomes)}`.trimEnd())
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failures.length, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
