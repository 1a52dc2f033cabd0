import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const dinner: AnnouncedPart = {
  name: 'dinner',
  version: '1.4.0',
  manifest: 'https://parts.example.org:8443/dinner/1.4.0/mf-manifest.json',
  entry: null,
  integrity: null,
  misfit: null,
  area: 'dinner',
  paths: ['/dinner'],
  pages: [],
}
const send = vi.fn(async (_: string, __: RequestInit) => new Response(null, { status: 204 }))
const sent = () => send.mock.calls.map(([, { body }]) => JSON.parse(String(body)))
let partErrors: typeof import('./part-errors.ts')

beforeEach(async () => {
  // Each test begins as in a page that was opened just now.
  vi.resetModules()
  vi.stubGlobal('fetch', send)
  const { startParts } = await import('../navigation/pages.ts')
  startParts([dinner, { ...dinner, name: 'tournament', version: null, manifest: '/parts/tournament/mf-manifest.json' }])
  partErrors = await import('./part-errors.ts')
})
afterEach(() => {
  send.mockClear()
  vi.unstubAllGlobals()
})

const thrownIn = (file: string) => {
  const error = new Error('burnt gravy')
  error.stack = `Error: burnt gravy\n    at carve (http://localhost:3000/parts/shell/js/main.js:1:20)\n    at ${file}:1:9`
  return error
}

it('reports an error once, with the version that the page has and what it came from', () => {
  for (let times = 0; times < 2; times++)
    partErrors.reportPartError('dinner', new Error('It is unreachable.', { cause: new Error('burnt gravy') }))
  expect(sent()).toEqual([
    { part: 'dinner', version: '1.4.0', message: 'It is unreachable. burnt gravy', stack: expect.any(String) },
  ])
  expect(send.mock.calls[0]?.[1]).toMatchObject({ keepalive: true })
})

it('reports nothing of a part whose version is not known, and of one that is not announced', () => {
  partErrors.reportPartError('tournament', new Error('burnt gravy'))
  partErrors.reportPartError('kitchen', new Error('burnt gravy'))
  expect(sent()).toEqual([])
})

it('sends no more than 20 errors of one page, none of them long', () => {
  for (let at = 0; at < 30; at++) partErrors.reportPartError('dinner', `${at} ${'gravy '.repeat(1000)}`)
  expect(sent()).toHaveLength(20)
  expect(sent()[0].message).toHaveLength(500)
})

it('finds the part that threw by its files, once it has come', () => {
  let hasCome = false
  partErrors.watchPartErrors(() => hasCome)
  const ended = new AbortController()
  // Else the environment of the tests counts it as an error of its own.
  addEventListener('error', (event) => event.preventDefault(), { signal: ended.signal })
  const raise = (error: unknown) => dispatchEvent(new ErrorEvent('error', { error, cancelable: true }))
  raise(thrownIn('https://parts.example.org:8443/dinner/1.4.0/js/board.js'))
  expect(sent()).toEqual([])
  hasCome = true
  raise(thrownIn('https://parts.example.org:8443/dinner/1.4.0/js/board.js'))
  raise(thrownIn('https://parts.example.org:8443/dinner/1.5.0/js/board.js'))
  raise(thrownIn('chrome-extension://abc/content.js'))
  ended.abort()
  expect(sent()).toEqual([expect.objectContaining({ part: 'dinner', message: 'burnt gravy' })])
})
