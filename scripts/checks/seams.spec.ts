import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { boundaries, findViolations } from './seams.ts'

/** Files that break the rules, one for every rule: `[rule, file, what it imports]`. */
const planted: readonly [rule: string, file: string, imports: string][] = [
  ['no-circles', 'backend/src/dinner/read/a/one.ts', './two.ts'],
  ['nothing-unresolved', 'backend/src/dinner/lost.ts', './nowhere.ts'],
  ['events-speak-only-for-themselves', 'events/src/language/io.ts', 'node:fs'],
  ['events-modules-meet-in-published', 'events/src/dinner/peek.ts', '../tournament/events.ts'],
  ['parts-ship-apart', 'mfe-tournament/src/peek.ts', '../../mfe-dinner/src/mfe.ts'],
  ['parts-speak-their-own-language', 'mfe-dinner/src/captains.ts', '../../events/src/tournament/events.ts'],
  ['parts-stand-on-the-kit', 'mfe-dinner/src/peek.ts', '../../backend/src/main.ts'],
  ['the-shell-loads-parts-at-run-time', 'shell/src/peek.ts', '../../mfe-dinner/src/mfe.ts'],
  ['the-kit-knows-no-module', 'shell/kit/modules.ts', '../../events/src/tournament/events.ts'],
  ['the-kit-imports-no-part', 'shell/kit/peek.ts', '../src/frame.ts'],
  ['screens-take-types-from-the-language', 'shell/src/heavy.ts', '../../events/src/tournament/events.ts'],
  ['rules-make-no-schemas', 'events/src/dinner/signup.ts', './board/board-api.ts'],
  ['browsers-load-no-definitions', 'mfe-tournament/src/words.ts', '../../events/src/tournament/events.ts'],
  [
    'secrets-are-decided-on-the-server',
    'mfe-tournament/src/link.ts',
    '../../backend/src/tournament/write/revoke-bid-link.decider.ts',
  ],
  ['libraries-know-no-product', 'backend/event-store/src/peek.ts', '../../../events/src/language/roles.ts'],
  ['the-event-store-knows-no-http', 'backend/event-store/src/serve.ts', 'node:http'],
  ['the-backend-knows-no-screens', 'backend/src/platform/peek.ts', '../../../shell/src/frame.ts'],
  ['modules-ship-apart', 'backend/src/tournament/peek.ts', '../dinner/module.ts'],
  ['modules-speak-their-own-language', 'backend/src/dinner/read/x.ts', '../../../../events/src/tournament/events.ts'],
  ['a-module-has-one-face', 'backend/src/shortcut.ts', './tournament/write/removal.route.ts'],
  ['the-platform-has-no-domain', 'backend/src/platform/http/peek.ts', '../../dinner/module.ts'],
  [
    'the-platform-knows-no-module-by-name',
    'backend/src/platform/http/roles.ts',
    '../../../../events/src/language/roles.ts',
  ],
  ['decisions-are-pure', 'backend/src/tournament/write/own-bid/own-bid.decider.ts', 'node:crypto'],
  ['only-queries-know-sql', 'backend/src/tournament/write/register-team.route.ts', 'postgres'],
  ['only-the-platform-knows-koa', 'backend/src/tournament/web.ts', 'koa'],
  ['folders-of-the-event-store-have-one-face', 'backend/event-store/src/append/peek.ts', '../read/inside.ts'],
  ['tables-belong-to-the-event-store', 'backend/src/platform/tables.ts', '../../event-store/src/tables/schema.ts'],
  ['emmett-is-imported-in-one-file', 'backend/src/tournament/store.ts', '@event-driven-io/emmett'],
  ['machines-are-pure', 'mfe-dinner/src/board/board.machine.ts', 'react'],
  ['shipped-code-ships-its-packages', 'backend/src/platform/dev.ts', 'vitest'],
]

const root = mkdtempSync(join(tmpdir(), 'seams-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

function plant(): void {
  const home = resolve(import.meta.dirname, '../..')
  for (const folder of ['', 'backend']) {
    mkdirSync(join(root, folder), { recursive: true })
    symlinkSync(join(home, folder, 'node_modules'), join(root, folder, 'node_modules'))
  }
  for (const face of [
    'backend/src/main',
    'backend/src/dinner/module',
    'backend/src/tournament/write/removal.route',
    'backend/src/tournament/write/revoke-bid-link.decider',
  ]) {
    write(`${face}.ts`, 'export const face = 1\n')
  }
  for (const inside of ['read/inside', 'tables/schema']) {
    write(`backend/event-store/src/${inside}.ts`, 'export const inside = 1\n')
  }
  for (const face of [
    'events/src/language/roles',
    'events/src/tournament/events',
    'mfe-dinner/src/mfe',
    'shell/src/frame',
  ]) {
    write(`${face}.ts`, 'export const face = 1\n')
  }
  write('backend/src/dinner/read/a/two.ts', "import './one.ts'\nexport const two = 2\n")
  write('package.json', '{ "dependencies": { "koa": "*", "postgres": "*" }, "devDependencies": { "vitest": "*" } }')
  for (const [, file, imports] of planted) write(file, `import * as planted from '${imports}'\nexport { planted }\n`)
}

describe('the boundaries between the parts', () => {
  it('has a planted violation for every rule', () => {
    expect(planted.map(([rule]) => rule).toSorted()).toEqual(boundaries.map(({ name }) => name).toSorted())
  })

  it('finds every planted violation', async () => {
    plant()
    const found = await findViolations(root, ['events', 'backend', 'shell', 'mfe-tournament', 'mfe-dinner'])
    const missed = planted.filter(([rule, file]) => !found.some((one) => one.rule === rule && one.from === file))
    expect(missed).toEqual([])
  })

  it('finds a statement in a file that imports no SQL', async () => {
    const planted = [
      ['backend/src/staff/write/notes.route.ts', 'const rows = await sql<Row[]>`select * from notes`\n'],
      ['backend/src/dinner/notes.ts', 'await platform.sql`delete from notes`\n'],
    ] as const
    for (const [file, text] of planted) write(file, text)
    const found = await findViolations(root, ['backend'])
    expect(found).toEqual(
      expect.arrayContaining(planted.map(([from]) => ({ rule: 'only-queries-know-sql', from, to: 'a statement' }))),
    )
  })

  it('finds none in this app', async () => {
    expect(await findViolations(resolve(import.meta.dirname, '../..'))).toEqual([])
  })
})
