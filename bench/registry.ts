import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildSite } from '../scripts/build.ts'
import { runParts } from '../scripts/parts.ts'
import { alternate, measureRate, median } from './load.ts'
import { startSite } from './pages.ts'
import type { Row } from './table.ts'

const root = resolve(import.meta.dirname, '..')
const td = { username: 'td', password: 'Wild-turkeys-2026' }
const version = '9.0.0'

/** Copies the built dinner under another version, as its team would release it. Returns the folder. */
function buildNextDinner(folder: string): string {
  cpSync(join(root, 'dist/dinner'), folder, { recursive: true, filter: (file) => !/\.(map|br|gz)$/.test(file) })
  const manifest = join(folder, 'mf-manifest.json')
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version }))
  return folder
}

interface Registry {
  readonly origin: string
  /** Runs a command of `npm run parts` as the TD. */
  readonly run: (line: string) => Promise<string>
  readonly stop: () => Promise<void>
}

async function startRegistry(): Promise<Registry> {
  const site = await startSite({ TD_USERNAME: td.username, TD_PASSWORD: td.password })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(td)
  const login = await fetch(`${site.origin}/api/auth/login`, { method: 'POST', headers, body })
  const { token } = (await login.json()) as { token: string }
  const run = (line: string) => runParts(line.split(' '), { SITE_URL: site.origin, RELEASE_TOKEN: token })
  return { ...site, run }
}

/** Milliseconds from the command until pages name the part's version, or no longer do (`isShown`). */
async function measureUntilShown({ origin, run }: Registry, command: string, isShown: boolean): Promise<number> {
  const began = performance.now()
  await run(command)
  while ((await (await fetch(origin)).text()).includes(`"version":"${version}"`) !== isShown) await wait(1)
  return performance.now() - began
}

/** Measures the time from an activation or a rollback to the first page with it, and what the registry costs each page. */
export async function measureRegistry(rounds: number): Promise<Row[]> {
  await buildSite()
  const folder = mkdtempSync(join(tmpdir(), 'ultimate-bench-'))
  const released = await startRegistry()
  try {
    await released.run(`release dinner ${buildNextDinner(folder)}`)
    const times: Record<'activation' | 'rollback', number[]> = { activation: [], rollback: [] }
    for (let round = 0; round < rounds; round++) {
      times.activation.push(await measureUntilShown(released, `activate dinner@${version}`, true))
      times.rollback.push(await measureUntilShown(released, 'rollback dinner', false))
    }
    const shown = Object.entries(times).map(([what, all]) => {
      const ours = median(all)
      return {
        what: `${what} to first page`,
        unit: 'ms',
        ours,
        against: 'aim',
        theirs: 5000,
        ratio: ours / 5000,
        aim: '≤ 1',
      }
    })
    return [...shown, await measureCostOfPage(released)]
  } finally {
    await released.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Compares pages during a canary, when the registry chooses a version for each visitor, with pages without a release. */
async function measureCostOfPage({ origin, run }: Registry): Promise<Row> {
  const measurePageMs = async () => 1000 / (await measureRate({ url: origin, clients: 1, seconds: 2 }))
  const measureWithCanary = async () => {
    await run(`canary dinner@${version} 50`)
    const cost = await measurePageMs()
    await run('rollback dinner')
    return cost
  }
  const { ours, theirs, ratio } = await alternate(5, measureWithCanary, measurePageMs)
  const more = `${(ours - theirs).toFixed(3)} ms more`
  return {
    what: `page while a canary runs: ${more}`,
    unit: 'ms',
    ours,
    against: 'none',
    theirs,
    ratio,
    aim: '≤ 0.1 ms more',
  }
}
