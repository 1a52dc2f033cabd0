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
 * browser tests. Each stage runs even when an earlier one failed, so that one run shows all there is to mend. The end
 * repeats what failed. The last line is `N passed, N failed`; a check without tests of its own counts as one.
 * `--only dinner` checks what one team owns, with what a change of that can break elsewhere.
 *
 * The build comes first. The checks of the sources fill the moments in which the tests wait.
 */
const scratch = makeScratch()
/** Compiled code is cached, because the tests start many backends of the same sources. */
const env = { TMPDIR: scratch, NODE_COMPILE_CACHE: join(scratch, 'compiled') }

/** `--only dinner`: the column of one team, and what that can break, instead of everything. */
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
const column = only === undefined ? null : columnNamed(only)

const { build, sources } = column ? listChecks(column) : checksOfAll
/** These checks run side by side, because none needs another. */
const needed: Readonly<Record<string, Check>> = {
  ...build,
  'a browser for the tests': async ({ print }) => {
    process.env.CHROMIUM = await ensureBrowser(print)
    return true
  },
}

/** These run one after the other, because each uses the whole machine. */
const runners: Record<string, () => Promise<Outcome>> = {
  'unit, component and integration tests': async () => {
    const first = await runVitest(
      column ? [...column.folders.map((folder) => `${folder}/`), ...findReach(column).guards] : [],
    )
    const again = filesToTryAgain(first)
    return again.length === 0 ? first : afterSecondTry(first, await runVitest(again))
  },
  'browser tests': async () => {
    const file = join(scratch, 'playwright.json')
    const settings = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
    const own = column ? await listBrowserTests(column) : []
    const playwright = execute('playwright', ['test', ...own], { env: settings })
    return readOutcome(playwright, file, readPlaywright)
  },
}

function runVitest(files: readonly string[]): Promise<Outcome> {
  const [file, runFile] = [join(scratch, 'vitest.json'), join(scratch, 'vitest-run.json')]
  for (const old of [file, runFile]) rmSync(old, { force: true })
  const reporters = ['default', 'json', './scripts/test/run-reporter.ts'].map((name) => `--reporter=${name}`)
  const args = ['run', ...files, ...reporters, `--outputFile.json=${file}`]
  const run = execute('vitest', args, { env: { ...env, RUN_REPORT: runFile } })
  return readOutcome(run, file, (report) => readVitest(report, JSON.parse(readFileSync(runFile, 'utf8'))))
}

/** Runs checks together, and prints the output of each in one piece. */
const checkAll = (checks: Readonly<Record<string, Check>>, isLowPriority: boolean): Promise<Outcome[]> =>
  Promise.all(Object.entries(checks).map(([name, run]) => check(name, run, isLowPriority)))

async function check(name: string, run: Check, isLowPriority: boolean): Promise<Outcome> {
  let output = ''
  const ok = await run({ isLowPriority, print: (text) => (output += text) }).catch((error: unknown) => {
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

/** Ends this process with npm, and the programs that it runs. */
function endTogether(): void {
  stopWithParent()
  process.once('SIGTERM', () => {
    endPrograms()
    process.exit(1)
  })
}

endTogether()
const ofSources = checkAll(sources, true)
const outcomes = await checkAll(needed, false)
for (const [name, run] of Object.entries(runners)) {
  console.log(`\n> ${name}`)
  outcomes.push(await run())
}
outcomes.push(...(await ofSources))
rmSync(scratch, { recursive: true, force: true })
console.log(`\n${printedFailures(outcomes)}`.trimEnd())
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failures.length, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
