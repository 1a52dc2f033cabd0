import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from './api.ts'
import { showAccepted, useLiveQuery } from './live.ts'
import { QueryClientProvider, queryClient } from './query.ts'

/** A server whose log ends at `position`, also for the next test of this page, with a list and a stream. */
let position = 5
let list: string
let reads: number
let held: (() => void) | null
let sendsPosition: boolean
let isDown: boolean
let streams: ServerResponse[]
let server: Server

beforeEach(async () => {
  position += 10
  list = 'Gravy Boat'
  reads = 0
  held = null
  sendsPosition = true
  isDown = false
  streams = []
  server = createServer((request, response) => {
    if (request.url?.startsWith('/api/live')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      streams.push(response)
      return
    }
    reads++
    if (isDown) return void response.writeHead(503).end()
    const said = { ...(sendsPosition && { 'x-log-position': String(position) }), 'content-type': 'application/json' }
    const body = JSON.stringify({ teams: [list] })
    const answer = () => response.writeHead(200, said).end(body)
    if (held) held = answer
    else answer()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(new URL(path, origin), init))
})

afterEach(async () => {
  cleanup()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function List() {
  const { data } = useLiveQuery({
    key: ['teams', 'all'],
    read: async (signal) => (await call('GET /api/registered-teams', {}, { signal })).teams,
  })
  return <p role="status">{String(data)}</p>
}

function openPage() {
  render(
    <QueryClientProvider client={queryClient}>
      <List />
    </QueryClientProvider>,
  )
}

const shown = () => screen.getByRole('status').textContent
const isOpen = () => expect.poll(() => streams.length).toBe(1)
const ready = () => streams[0]?.write(`event: ready\nid: ${position}\ndata: {"position":${position}}\n\n`)
const sendChange = () => streams[0]?.write(`event: teams\nid: ${position}\ndata: {"stream":"team-1","type":"Any"}\n\n`)
function change(to: string) {
  position++
  list = to
}

it('a list is read once where nothing happened before the stream was open, and again with the next change', async () => {
  openPage()
  await expect.poll(shown).toBe('Gravy Boat')
  await isOpen()
  ready()
  change('Swift Spirits')
  sendChange()
  await expect.poll(shown).toBe('Swift Spirits')
  expect(reads).toBe(2)
  // A change that this answer knew already.
  sendChange()
  change('Cold Turkeys')
  sendChange()
  await expect.poll(shown).toBe('Cold Turkeys')
  expect(reads).toBe(3)
})

it('a change between the read and the beginning of the stream is seen', async () => {
  openPage()
  await expect.poll(shown).toBe('Gravy Boat')
  await isOpen()
  change('Swift Spirits')
  ready()
  await expect.poll(shown).toBe('Swift Spirits')
  expect(reads).toBe(2)
})

it.each([
  ['misses a change is followed by another read', true, 'Swift Spirits', 2],
  ['misses nothing is not', false, 'Gravy Boat', 1],
])('an answer that comes after the beginning of the stream and %s', async (_, isMissed, last, times) => {
  held = () => undefined
  openPage()
  await isOpen()
  await expect.poll(() => reads).toBe(1)
  const answer = held
  held = null
  if (isMissed) change('Swift Spirits')
  ready()
  answer()
  await expect.poll(shown).toBe(last)
  expect(reads).toBe(times)
})

it('an older server, which does not say what an answer knows, is asked again once', async () => {
  sendsPosition = false
  openPage()
  await expect.poll(shown).toBe('Gravy Boat')
  await isOpen()
  list = 'Swift Spirits'
  ready()
  await expect.poll(shown).toBe('Swift Spirits')
  expect(reads).toBe(2)
})

it('a list that is not answered comes by itself, though nothing changes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  isDown = true
  openPage()
  // The second try follows the first one automatically.
  await expect.poll(() => reads).toBe(2)
  await expect.poll(() => queryClient.getQueryState(['teams', 'all'])?.status).toBe('error')
  isDown = false
  vi.advanceTimersByTime(15_000)
  await expect.poll(shown).toBe('Gravy Boat')
})

it('a first read that is given up for what was accepted meanwhile is made again', async () => {
  held = () => undefined
  openPage()
  await isOpen()
  ready()
  await expect.poll(() => reads).toBe(1)
  held = null
  await showAccepted(['teams', 'all'], (teams) => teams)
  await expect.poll(shown).toBe('Gravy Boat')
})
