import { globSync, readFileSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { roles } from '@ultimate/events/language/roles.ts'
import { partNames } from '@ultimate/events/platform/part.ts'
import { expect, it } from 'vitest'

const isTest = /\.spec\.ts$|\.fixture\.ts$|(^|\/)test-[^/]+\.ts$/

/** `staff` is also a kind of actor and of mailbox, which is stored with every event and mail. */
const names = partNames.filter((name) => name !== 'staff')

/** `/parts/` is also where the files of parts are, and `desk` how the heads of staff pages are drawn. */
const homonyms = new Set(['parts', 'desk'])

/** The first words of the paths that the parts own. */
const root = resolve(import.meta.dirname, '../../..')
const segments = globSync('mfe-*/src/part.ts', { cwd: root }).flatMap((file) => {
  const [, paths = ''] = /^ {2}paths: \[(.*?)\]/ms.exec(readFileSync(join(root, file), 'utf8')) ?? []
  return [...paths.matchAll(/'\/([^'/]+)'/g)].map(([, segment = '']) => segment).filter((it) => !homonyms.has(it))
})
/** A name of a module anywhere; a role or a page's path where a program could compare it with something. */
const forbidden = [
  new RegExp(`\\b(${names.join('|')})\\b`, 'i'),
  new RegExp(`['"\`/](${[...roles, ...segments].join('|')})['"\`/]`),
]

function findings(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, at) => (forbidden.some((name) => name.test(line)) ? [`${file}:${at + 1} ${line.trim()}`] : []))
}

it('names no module, no role and no path of a page', async () => {
  const found: string[] = []
  for await (const file of glob('**/*.ts', { cwd: import.meta.dirname }))
    if (!isTest.test(file)) found.push(...findings(file, await readFile(join(import.meta.dirname, file), 'utf8')))
  expect(found).toEqual([])
})

it.each(["if (user.role === 'TD')", '/** Told by the dinner. */', "path.startsWith('/access-controls/')"])(
  'would find %s',
  (line) => expect(findings('planted.ts', line)).toHaveLength(1),
)
