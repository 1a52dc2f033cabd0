/// <reference types="vite/types/importMeta.d.ts" />
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type Digest,
  findReadModels,
  judgeDigest,
  judgeReadModel,
  readDigests,
  withVersion,
} from './read-model-digests.fixture.ts'
import { nameOf, recordedFiles, recordedStreams } from './recorded-streams.fixture.ts'

const stored = readDigests()
/** Found on disk, so that none can be forgotten here; imported, so that who asks for the tests of one finds this file. */
const readModels = findReadModels(import.meta.glob<object>('../*/read/**/*.view.ts', { eager: true }))

describe('the rows of a read model', () => {
  it.each(readModels.map(({ model, path }) => ({ table: model.table, model, path })))(
    'are those of its version: $table',
    ({ table, model }) => {
      const change = judgeReadModel(model, stored[table])
      if (change) expect.fail(`${table} ${change.because}. \`npm run accept\` stores version ${change.version}.`)
    },
  )

  it.each(readModels.map(({ model, path }) => ({ table: model.table, path })))(
    'have a version that can be raised: $table',
    ({ table, path }) => {
      const source = readFileSync(join(import.meta.dirname, path), 'utf8')
      expect(withVersion(source, table, 4711)).toContain('version: 4711,')
    },
  )

  it('have a digest only where there is a read model', () => {
    expect(Object.keys(stored)).toEqual(readModels.map(({ model }) => model.table).toSorted())
  })

  it('come from every event ever recorded', () => {
    const used = new Set(Object.values(recordedStreams).flat().map(nameOf))
    const missing = [...recordedFiles.keys()].filter((name) => !used.has(name))
    expect(missing, 'Put them into a stream of backend/src/across-modules/recorded-streams.fixture.ts').toEqual([])
  })
})

describe('a digest', () => {
  const before: Digest = { version: 4, shape: 'shape', streams: 'a', events: 'events', rows: 'rows' }
  const judge = (now: Partial<Digest>) => judgeDigest({ ...before, ...now }, before)

  it('is accepted without a change where it is the stored one', () => expect(judge({})).toBeNull())

  it('keeps the version where a stream was added, and the rows of the earlier streams are the same', () => {
    const now = { ...before, streams: 'a b', events: 'more events', rows: 'more rows' }
    expect(judgeDigest(now, before, before)).toEqual({
      because: 'has the same rows, folded from other events',
      version: 4,
    })
    expect(judgeDigest(now, before, { ...before, rows: 'other' })?.version).toBe(5)
  })

  it('of a new read model is stored', () => {
    expect(judgeDigest(before, undefined)).toEqual({ because: 'is new in version 4', version: 4 })
  })

  it.each<[string, Partial<Digest>, RegExp, number]>([
    ['raises the version for other rows', { rows: 'other' }, /^has other rows than version 4/, 5],
    ['raises the version for other columns', { shape: 'other' }, /^has other columns/, 5],
    ['raises the version for other rows of other events', { events: 'other', rows: 'other' }, /other events/, 5],
    ['keeps the version for the same rows of other events', { events: 'other' }, /^has the same rows/, 4],
    ['keeps a version that was raised', { version: 5, rows: 'other' }, /^is new in version 5/, 5],
    ['restores a lowered version', { version: 3 }, /^was in version 4 already/, 4],
    ['raises a lowered version over other rows', { version: 3, rows: 'other' }, /^has other rows/, 5],
  ])('%s', (_, now, because, version) => {
    expect(judge(now)).toEqual({ because: expect.stringMatching(because), version })
  })
})
