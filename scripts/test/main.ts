import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stopWithParent } from '../stop-with-parent.ts'
import { ensureBrowser } from './browser.ts'
import { type Check, checksOf, checksOfAll } from './checks.ts'
import { columnNamed } from './column.ts'
import { type Count, countPlaywright, countVitest } from './counts.ts'
import { endPrograms, execute } from './programs.ts'
import { makeScratch } from './scratch.ts'

/**
 * Everything that must hold before a change lands: types, lint and format, boundaries, the build, unit, integration and
 * browser tests. Each stage runs even when an earlier one failed, so that one run shows all there is to mend. The last
 * line is `N passed, N failed`; a check without tests of its own counts as one. `--only dinner` checks what one team owns.
 */
const scratch = makeScratch()
/** The tests start many backends of the same sources. */
const env = { TMPDIR: scratch, NODE_COMPILE_CACHE: join(scratch, 'compiled') }

/** `--only dinner`: one team's column instead of the whole. */
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
const column = only === undefined ? null : columnNamed(only)

/** They need nothing of each other, so they run together, and what each says is printed in one piece. */
const checks: Record<string, Check> = {
  ...(column ? checksOf(column) : checksOfAll),
  'a browser for the tests': async (print) => {
    process.env.CHROMIUM = await ensureBrowser(print)
    return true
  },
}

/** One after the other: each fills the machine. */
const runners: Record<string, () => Promise<Count>> = {
  'unit, component and integration tests': () => {
    const file = join(scratch, 'vitest.json')
    const folders = column?.folders.map((folder) => `${folder}/`) ?? []
    const args = ['run', ...folders, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    return countReport(execute('vitest', args, { env }), file, countVitest)
  },
  'browser tests': () => {
    const file = join(scratch, 'playwright.json')
    const settings = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
    const playwright = execute('playwright', ['test', ...(column ? [`${column.browserTests}/`] : [])], {
      env: settings,
    })
    return countReport(playwright, file, countPlaywright)
  },
}

async function check(name: string, run: Check): Promise<Count> {
  let said = ''
  const ok = await run((text) => (said += text)).catch((error: unknown) => {
    said += messageOf(error)
    return false
  })
  console.log(`\n> ${name}: ${ok ? 'passed' : 'failed'}\n${said.trimEnd()}`.trimEnd())
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** What a runner's report says; a runner that failed without a failed test (a crash, no test at all) failed once. */
async function countReport(ok: Promise<boolean>, file: string, read: (report: unknown) => Count): Promise<Count> {
  const succeeded = await ok
  const counted = readReport(file, read)
  const missing = !succeeded && counted.failed === 0
  return missing || counted.passed + counted.failed === 0 ? { ...counted, failed: counted.failed + 1 } : counted
}

function readReport(file: string, read: (report: unknown) => Count): Count {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: 0 }
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Ends with npm, and what runs with us. */
function endTogether(): void {
  stopWithParent()
  process.once('SIGTERM', () => {
    endPrograms()
    process.exit(1)
  })
}

endTogether()
const counts = await Promise.all(Object.entries(checks).map(([name, run]) => check(name, run)))
for (const [name, run] of Object.entries(runners)) {
  console.log(`\n> ${name}`)
  counts.push(await run())
}
rmSync(scratch, { recursive: true, force: true })
const sum = (of: keyof Count) => counts.reduce((total, count) => total + count[of], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') === 0 ? 0 : 1
