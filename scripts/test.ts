import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { buildSite } from './build.ts'
import { stopWithParent } from './stop-with-parent.ts'
import { type Count, countPlaywright, countVitest } from './test-counts.ts'
import { typecheck } from './typecheck.ts'

/**
 * Everything that must hold before a change lands: types, lint and format, boundaries, unit, integration and browser
 * tests. Each stage runs even when an earlier one failed, so that one run shows all there is to mend. The last
 * line is `N passed, N failed`; a check without tests of its own counts as one.
 */
interface Stage {
  readonly name: string
  readonly run: () => Promise<Count>
}

const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))
/** The tests start many backends of the same sources. */
const NODE_COMPILE_CACHE = join(reports, 'compiled')

const programs = resolve(import.meta.dirname, '../node_modules/.bin')
let running: ChildProcess | null = null

/** Runs a program of a dependency itself and not through npx, so that a signal reaches it. */
function execute(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(join(programs, program), args, {
      stdio: 'inherit',
      env: { ...process.env, NODE_COMPILE_CACHE, ...env },
    })
    running = child
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

/** Ends with npm, and the stage in hand with us: its tests run backends and databases. */
function endTogether(): void {
  stopWithParent()
  process.once('SIGTERM', () => {
    running?.kill('SIGTERM')
    process.exit(1)
  })
}

const asCount = (ok: boolean): Count => (ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

/** What a runner's report says; a runner that failed without a failed test (a crash, no test at all) failed once. */
async function runner(ok: Promise<boolean>, file: string, read: (report: unknown) => Count): Promise<Count> {
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

async function vitest(): Promise<Count> {
  const file = join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return runner(execute('vitest', args), file, countVitest)
}

async function browsers(): Promise<Count> {
  const file = join(reports, 'playwright.json')
  const CHROMIUM = ensureBrowser()
  await buildSite()
  return runner(execute('playwright', ['test'], { CHROMIUM, PLAYWRIGHT_JSON_OUTPUT_FILE: file }), file, countPlaywright)
}

const stages: readonly Stage[] = [
  { name: 'types', run: async () => asCount(await typecheck()) },
  { name: 'lint and format', run: async () => asCount(await execute('biome', ['check', '.'])) },
  { name: 'boundaries between the parts', run: async () => asCount(await execute('node', ['scripts/seams.ts'])) },
  { name: 'unit, component and integration tests', run: vitest },
  { name: 'browser tests', run: browsers },
]

endTogether()
const total = { passed: 0, failed: 0 }
for (const { name, run } of stages) {
  console.log(`\n> ${name}`)
  const { passed, failed } = await run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  })
  total.passed += passed
  total.failed += failed
}
rmSync(reports, { recursive: true, force: true })
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
