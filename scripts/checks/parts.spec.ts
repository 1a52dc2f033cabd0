import { appendFileSync, cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { roles } from '@ultimate/events/language/roles.ts'
import { describe, expect, it } from 'vitest'
import { interfaces } from '../../backend/src/modules.ts'
import { describeIncompatibility, describePathConflict } from '../../backend/src/platform/http/site/announcement.ts'
import { contracts } from '../../shell/kit/contract.ts'
import { fingerprintsIn } from '../bundles.ts'
import { describeParts } from '../part-descriptions.ts'

const root = resolve(import.meta.dirname, '../..')
const parts = await describeParts()
const pages = parts.flatMap(({ description }) => description.pages)

describe('the parts', () => {
  it('fit this shell and this backend, and no path belongs to two', () => {
    for (const [at, { description }] of parts.entries()) {
      expect(describeIncompatibility(description, { contracts, interfaces, shares: {} })).toBeNull()
      expect(
        describePathConflict(
          description,
          parts.slice(0, at).map((one) => one.description),
        ),
      ).toBeNull()
    }
    expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
  })

  it('name existing roles, and have sentences of their own only for those that they do not admit', () => {
    for (const { path, admission, menu, turnedAway } of pages) {
      for (const named of [admission, menu?.for ?? 'everyone'])
        if (typeof named !== 'string') expect(roles, path).toEqual(expect.arrayContaining([...named]))
      if (admission === 'everyone') expect(turnedAway, path).toBeUndefined()
    }
  })

  it('are known by name, path and title to themselves alone: no file of the shell names a page, but home, which links', () => {
    // Below `/parts` are also the files of all parts.
    const paths = parts.flatMap(({ description }) => description.paths).filter((path) => path !== '/parts')
    const page = new RegExp(`['"\`](${paths.join('|')})(/|['"\`])`)
    const files = globSync('shell/{src,kit}/**/*.{ts,tsx}', { cwd: root })
    const naming = files.filter(
      (file) => !/\.spec\.|\/home\//.test(file) && page.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(naming).toEqual([])
    expect("to: '/dinner/info'").toMatch(page)
  })
})

describe('what a part is built anew for', () => {
  it('is a change of its own language and of its own screens, not of those of another part', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'fingerprints-'))
    try {
      cpSync(join(root, 'events/src'), join(copy, 'events/src'), { recursive: true })
      for (const folder of ['shell/kit', 'patches', ...parts.map((part) => part.folder)])
        mkdirSync(join(copy, folder), { recursive: true })
      for (const file of [
        'events/package.json',
        'rspack.config.ts',
        'package-lock.json',
        ...globSync('scripts/*.ts', { cwd: root }),
      ])
        cpSync(join(root, file), join(copy, file))
      const builtAnewFor = async (file: string) => {
        const before = await fingerprintsIn(copy)
        appendFileSync(join(copy, file), '\n// A fact more.\n')
        const after = await fingerprintsIn(copy)
        return Object.keys(after).filter((name) => Reflect.get(after, name) !== Reflect.get(before, name))
      }
      expect(await builtAnewFor('events/src/dinner/events.ts')).toEqual(['dinner'])
      expect(await builtAnewFor('mfe-tournament/one.ts')).toEqual(['tournament'])
      const all = ['shell', 'tournament', 'dinner', 'staff']
      expect(await builtAnewFor('events/src/language/moment.ts')).toEqual(all)
      expect(await builtAnewFor('events/package.json')).toEqual(all)
      expect(await builtAnewFor('patches/a-library.patch')).toEqual(all)
    } finally {
      rmSync(copy, { recursive: true })
    }
  })
})

describe('the previews of links', () => {
  it('exist for what everyone may open, drawn by `npm run previews`, in the size that previews have', () => {
    for (const { folder, description } of parts) {
      const named = description.pages.filter((page) => page.description).map(({ picture }) => picture)
      const there = globSync('previews/*', { cwd: join(root, folder) })
      expect(there.toSorted()).toEqual(named.toSorted())
    }
    const files = globSync('{shell/public,mfe-*}/previews/*.png', { cwd: root })
    expect(files.length).toBeGreaterThan(1)
    expect(readdirSync(join(root, 'shell/public/previews'))).toEqual(['home.png'])
    for (const file of files) {
      const head = readFileSync(join(root, file)).subarray(16, 24)
      expect([head.readUInt32BE(0), head.readUInt32BE(4)], file).toEqual([1200, 630])
    }
  })

  it('have descriptions that search engines show whole, none of them twice', () => {
    const texts = pages.flatMap(({ description }) => (description === undefined ? [] : [description]))
    expect(new Set(texts).size).toBe(texts.length)
    for (const text of texts) expect(text.length, text).toBeLessThanOrEqual(160)
  })
})
