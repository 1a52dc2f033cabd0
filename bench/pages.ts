import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import getPort from 'get-port'
import { buildSite } from '../scripts/build.ts'
import { ensureBrowser } from '../scripts/test/browser.ts'
import type { Child } from './child.ts'
import { readNodeFlags } from './node-flags.ts'
import { untilAnswered } from './start.ts'
import type { Row } from './table.ts'
import { toolPath } from './tools.ts'

const root = resolve(import.meta.dirname, '..')

const pages = ['/', '/registration/teams', '/tournament/poolplay', '/registration/register', '/dinner/signup']

/** The aim for each of Lighthouse's scores, in percent. */
const aims = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
type Category = keyof typeof aims
const categories = Object.keys(aims) as Category[]

interface Report {
  readonly categories: Record<Category, { readonly score: number | null }>
  readonly audits: Record<string, { readonly details?: { readonly overallSavingsBytes?: number; items?: unknown[] } }>
}

/** Runs Lighthouse on a page, as on a phone with a simulated network and processor. */
async function audit(url: string, browser: string): Promise<Report> {
  const flags =
    '--headless=new --no-sandbox --disable-gpu --disable-quic --disable-background-networking --disable-sync'
  // The live stream never ends, so the network never rests, and Lighthouse would wait for its longest time.
  const waiting = '--max-wait-for-load=15000'
  const args = [url, '--output=json', '--quiet', waiting, `--only-categories=${categories}`, `--chrome-flags=${flags}`]
  const child = spawn(toolPath('lighthouse'), args, {
    env: { ...process.env, CHROME_PATH: browser },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [report, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new Error(`Lighthouse failed on ${url}: ${complaint}`)
  return JSON.parse(report) as Report
}

/**
 * Starts the site as `npm start` does, with the demonstration's teams, pools and slots. Its output is ignored, because
 * reading it would cost the measuring process. `stop` may be called twice.
 */
export async function startSite(settings: Record<string, string> = {}): Promise<Child> {
  await buildSite()
  const dataDir = await mkdtemp(join(tmpdir(), 'ultimate-bench-'))
  const port = await getPort({ host: '127.0.0.1' })
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    SEED: 'demo',
    NODE_ENV: 'production',
    ...settings,
  }
  const args = [...readNodeFlags('start'), 'backend/src/main.ts']
  const child: ChildProcess = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore' })
  const origin = `http://localhost:${port}`
  const gone = once(child, 'exit')
  await untilAnswered(`${origin}/readyz`, child)
  return {
    origin,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      await gone
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Returns the KiB that the page could save by this audit of Lighthouse. */
const findWastedKib = ({ audits }: Report, name: string) => (audits[name]?.details?.overallSavingsBytes ?? 0) / 1024

/**
 * Runs Lighthouse on a simulated phone: the median of `rounds` visits of each public page. Returns its scores against the
 * aims, and what each page loads without need.
 */
export async function measurePages(rounds: number): Promise<Row[]> {
  const browser = await ensureBrowser()
  const site = await startSite()
  try {
    const rows: Row[] = []
    for (const page of pages) {
      const reports: Report[] = []
      while (reports.length < rounds) reports.push(await audit(site.origin + page, browser))
      rows.push(...buildRows(page, reports))
    }
    return rows
  } finally {
    await site.stop()
  }
}

function buildRows(page: string, reports: readonly Report[]): Row[] {
  const scores = categories.map((name) => {
    const ours = median(reports.map((report) => (report.categories[name].score ?? 0) * 100))
    const theirs = aims[name]
    return { what: `${page} ${name}`, unit: '%', ours, against: 'aim', theirs, ratio: ours / theirs, aim: '≥ 1' }
  })
  const waste = (what: string, ours: number, unit: string) => [
    { what: `${page} ${what}`, unit, ours, against: 'none', theirs: 0, ratio: ours > 0 ? Number.NaN : 1, aim: 'none' },
  ]
  const blocking = median(reports.map(({ audits }) => audits['render-blocking-insight']?.details?.items?.length ?? 0))
  return [
    ...scores,
    ...waste('unused JavaScript', median(reports.map((report) => findWastedKib(report, 'unused-javascript'))), 'KiB'),
    ...waste('files that block the first paint', blocking, 'files'),
  ]
}
