import { execFile } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { smallSite, teamToken } from '@ultimate/backend/releases/parts.fixture.ts'
import { testApp } from '@ultimate/backend/test/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnNamed, isIn, listBrowserTests } from './column.ts'

const root = resolve(import.meta.dirname, '../..')
const dinner = columnNamed('dinner')

/** A working copy with the packages of this one. */
function workingCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'columns-'))
  for (const name of readdirSync(root))
    if (!['node_modules', 'dist', 'docs', '.git', '.data', 'test-results'].includes(name))
      cpSync(join(root, name), join(copy, name), {
        recursive: true,
        filter: (file) => !/[\\/](node_modules|dist|references)$/.test(file),
      })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

let app: Awaited<ReturnType<typeof testApp>>
let copy: string
beforeAll(async () => {
  copy = workingCopy()
  app = await testApp({}, undefined, { host: { ...smallSite, incompatibility: async () => null } })
})
afterAll(async () => {
  await app.close()
  rmSync(copy, { recursive: true, force: true })
})

/** Runs a script of the working copy, and resolves to what it prints. */
async function run(script: string, words: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const settings = { cwd: copy, env: { ...process.env, ...env } }
  return promisify(execFile)(process.execPath, [script, ...words], settings).then(
    ({ stdout }) => stdout,
    ({ stderr }) => `failed: ${stderr}`,
  )
}

it('has browser tests: its own, those that walk through its pages, and the pictures of its pages', async () => {
  const words = ['test', '--list', '--reporter=list', ...(await listBrowserTests(dinner))]
  const { stdout } = await promisify(execFile)(process.execPath, ['node_modules/@playwright/test/cli.js', ...words], {
    cwd: root,
  })
  const tests = [...stdout.matchAll(/› ([\w-]+)\/\S+ › (.+)$/gm)].map(([, folder, title = '']) => ({ folder, title }))
  expect([...new Set(tests.map(({ folder }) => folder))].toSorted()).toEqual([
    'dinner',
    'look',
    'offline-queue',
    'shell',
  ])
  const walks = tests.filter(({ folder }) => folder === 'shell').map(({ title }) => title)
  expect(walks).toEqual([expect.stringMatching(/^dinner: what comes later is missed/)])
  const pictures = tests.filter(({ folder }) => folder === 'look').map(({ title }) => title)
  expect(pictures).toContain('/dinner/signup looks as it should to visitors')
  expect(pictures).toContain('/dinner/management looks as it should to the TD')
  expect(pictures.filter((title) => !title.startsWith('/dinner/'))).toEqual([])
})

describe('a column that is broken', () => {
  it('stops its own release, and neither the checks nor the build nor the release of another', async () => {
    appendFileSync(join(copy, 'mfe-tournament/src/mfe.ts'), '\nexport const gravy = (\n')
    writeFileSync(join(copy, 'mfe-tournament/src/red.spec.ts'), 'throw new Error("burnt gravy")\n')
    expect(await run('scripts/build.ts', ['--only', 'tournament'])).toMatch(/^failed: .*tournament:.*Syntax Error/s)
    expect(await run('scripts/build.ts', ['--only', 'dinner'])).toContain('Built dinner.')

    const folders = dinner.folders.map((one) => `${one}/`)
    const listed = await run('node_modules/vitest/vitest.mjs', ['list', '--filesOnly', ...folders])
    const files = listed.split('\n').filter((line) => line.includes('.spec.'))
    expect(files.length).toBeGreaterThan(50)
    expect(files.filter((file) => !isIn(dinner, file.replace(/^\[\w+\] /, '')))).toEqual([])

    const { version } = JSON.parse(readFileSync(join(root, 'mfe-dinner/package.json'), 'utf8'))
    const settings = { SITE_URL: app.origin, RELEASE_TOKEN: await teamToken(app.origin, 'dinner') }
    const parts = (line: string) => run('scripts/parts.ts', line.split(' '), settings)
    expect(await parts('release dinner dist/dinner')).toContain(`Released dinner@${version}`)
    expect(await parts(`activate dinner@${version}`)).toContain(`dinner: ${version} live`)
    expect(await parts('release tournament dist/tournament')).toMatch(/^failed: .*build the part first/s)
  })
})
