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

/** The built dinner under another version, as its team would release it. */
function nextDinner(folder: string): string {
  cpSync(join(root, 'dist/dinner'), folder, { recursive: true, filter: (file) => !/\.(map|br|gz)$/.test(file) })
  const manifest = join(folder, 'mf-manifest.json')
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version }))
  return folder
}

interface Registry {
  readonly origin: string
  /** A command of `npm run parts`, by the TD. */
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

/** Milliseconds from the command to the first page that names the part's version, or does not any more. */
async function untilShown({ origin, run }: Registry, command: string, isShown: boolean): Promise<number> {
  const began = performance.now()
  await run(command)
  while ((await (await fetch(origin)).text()).includes(`"version":"${version}"`) !== isShown) await wait(1)
  return performance.now() - began
}

/** From an activation and a rollback to the first page of it, and what the registry costs every page. */
export async function measureRegistry(rounds: number): Promise<Row[]> {
  await buildSite()
  const folder = mkdtempSync(join(tmpdir(), 'ultimate-bench-'))
  const released = await startRegistry()
  try {
    await released.run(`release dinner ${nextDinner(folder)}`)
    const times: Record<'activation' | 'rollback', number[]> = { activation: [], rollback: [] }
    for (let round = 0; round < rounds; round++) {
      times.activation.push(await untilShown(released, `activate dinner@${version}`, true))
      times.rollback.push(await untilShown(released, 'rollback dinner', false))
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
    return [...shown, await costOfPage(released)]
  } finally {
    await released.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** With a canary every visitor is drawn, which is the most that the registry does; without a release it does nothing. */
async function costOfPage({ origin, run }: Registry): Promise<Row> {
  const perPage = async () => 1000 / (await measureRate({ url: origin, clients: 1, seconds: 2 }))
  const withCanary = async () => {
    await run(`canary dinner@${version} 50`)
    const cost = await perPage()
    await run('rollback dinner')
    return cost
  }
  const { ours, theirs, ratio } = await alternate(5, withCanary, perPage)
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
