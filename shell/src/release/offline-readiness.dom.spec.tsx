import 'fake-indexeddb/auto'
import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import { saveAnswer } from '@ultimate/kit/stored-answers/store.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readReadiness } from './offline-readiness.tsx'

const part = { manifest: '/parts/dinner/mf-manifest.json' } as AnnouncedPart
const dishes = { part, answer: 'signups/dishes' }
let copies: Record<string, readonly string[]> = {}

beforeEach(() => {
  copies = {}
  vi.stubGlobal('caches', {
    keys: async () => Object.keys(copies),
    open: async (name: string) => ({ match: async (path: string) => copies[name]?.includes(path) || undefined }),
  })
})
afterEach(() => void vi.unstubAllGlobals())

it('a page is ready offline once its list and a complete copy with its part are on the device', async () => {
  expect(await readReadiness(dishes, 'hank')).toBe('not loaded')
  await saveAnswer('hank', 'signups/dishes', { form: 1, at: 0, answer: [] }, () => true)
  expect(await readReadiness(dishes, 'hank')).toBe('loading')
  expect(await readReadiness({ part, answer: 'signups/serving' }, 'hank')).toBe('not loaded')
  expect(await readReadiness(dishes, 'ada')).toBe('not loaded')
  // A visitor's copy has no parts of staff yet, and one that is not complete opens nothing.
  copies = { 'release:1': ['/', '/complete'], 'release:2': ['/', part.manifest] }
  expect(await readReadiness(dishes, 'hank')).toBe('loading')
  copies = { 'release:1': ['/', '/complete', part.manifest] }
  expect(await readReadiness(dishes, 'hank')).toBe('ready')
})
