import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { act, cleanup, render, screen } from '@testing-library/react'
import type { LiveChange, Topic, User } from '@ultimate/events/platform/api.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { IsKnownTo } from '../live/live-reads.ts'
import { notePosition, noticeAnswer } from '../state/answers.ts'
import { connectionOf, useConnectionStore } from '../state/connection.ts'
import { signIn, signOut, useSessionStore } from '../state/session.ts'
import { useLive } from './live.ts'
import { queryClient } from './query.ts'

const helper: User = {
  id: '0197a5a0-0000-7000-8000-000000000003',
  username: 'helper',
  full_name: 'Hazel Quill',
  email: 'hazel@example.org',
  role: 'helper',
  is_verified: true,
}

interface Reader {
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly stream: ServerResponse
}

let server: Server
let readers: Reader[]
let refreshed: unknown[]
let isDown: boolean
let isHanging: boolean
let refusal: { code: string; message: string } | null

const newest = () => readers.at(-1)
const open = () => readers.filter(({ stream }) => !stream.destroyed)

beforeEach(async () => {
  readers = []
  refreshed = []
  refusal = null
  isDown = false
  isHanging = false
  server = createServer((request, stream) => {
    if (isDown) return void stream.destroy()
    if (isHanging) return
    if (refusal) {
      stream.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
      return
    }
    stream.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    readers.push({ url: request.url, headers: request.headers, stream })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(new URL(path, origin), init))
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async (filters) => {
    refreshed.push(filters?.queryKey)
  })
})

afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  signOut()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const ConnectionName = () => <p role="status">{useConnectionStore(connectionOf)}</p>

type OnChange = (change: LiveChange, isKnownTo?: IsKnownTo) => void

function Screen({ topics, onChange }: { topics: readonly Topic[]; onChange?: OnChange }) {
  useLive(topics, onChange)
  return null
}

const change = (id: number) => `event: teams\nid: ${id}\ndata: {"stream":"team-1","type":"TeamRegistered"}\n\n`

it('two screens of one tab share one connection that names all their topics', async () => {
  render(
    <>
      <Screen topics={['teams']} />
      <Screen topics={['teams', 'pools']} />
    </>,
  )
  await expect.poll(() => open().map(({ url }) => url)).toEqual(['/api/live?topics=teams,pools'])
})

it('a change of a topic asks again for what is keyed by it, and for nothing else', async () => {
  const heard: LiveChange[] = []
  render(<Screen topics={['teams', 'pools']} onChange={(news) => heard.push(news)} />)
  await expect.poll(() => open().length).toBe(1)
  newest()?.stream.write(change(7))
  await expect.poll(() => refreshed).toEqual([['teams']])
  expect(heard).toEqual([{ stream: 'team-1', type: 'TeamRegistered' }])
})

it('many changes at once are heard one by one, and read together', async () => {
  const heard: LiveChange[] = []
  render(<Screen topics={['teams']} onChange={(news) => heard.push(news)} />)
  await expect.poll(() => open().length).toBe(1)
  newest()?.stream.write(Array.from({ length: 500 }, (_, index) => change(index + 1)).join(''))
  await expect.poll(() => heard.length).toBe(500)
  await expect.poll(() => refreshed.length).toBeGreaterThan(0)
  // One when it began, and one for each quarter of a second that it took.
  expect(refreshed.length).toBeLessThan(50)
})

it('after every connection all its topics are asked for again: something may have been missed', async () => {
  const heard: LiveChange[] = []
  render(<Screen topics={['teams', 'pools']} onChange={(news) => heard.push(news)} />)
  await expect.poll(() => open().length).toBe(1)
  newest()?.stream.write('event: ready\nid: 5\ndata: {"position":5}\n\n')
  await expect.poll(() => refreshed).toEqual([['teams'], ['pools']])
  const anything = { stream: '*', type: '*' }
  expect(heard).toEqual([anything, anything])
})

it('a lost connection comes back from where it was', async () => {
  render(<Screen topics={['teams']} />)
  await expect.poll(() => open().length).toBe(1)
  newest()?.stream.write(change(41))
  await expect.poll(() => refreshed.length).toBe(1)
  newest()?.stream.destroy()
  await expect.poll(() => readers.length).toBe(2)
  expect(newest()?.headers['last-event-id']).toBe('41')
})

it('a connection that gives no sign of life is given up and opened again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  render(<Screen topics={['teams']} />)
  await expect.poll(() => open().length).toBe(1)
  newest()?.stream.write(change(3))
  await expect.poll(() => refreshed.length).toBe(1)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(readers.length).toBe(1)
  await vi.advanceTimersByTimeAsync(11_000)
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(250)
      return readers.length
    })
    .toBe(2)
  expect(newest()?.headers['last-event-id']).toBe('3')
})

it('a connection that stays away is shown until it is back, a short loss is not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const patient = { timeout: 20_000 }
  const shown = () => screen.getByRole('status').textContent
  const reopened = async (times: number) => {
    await vi.advanceTimersByTimeAsync(250)
    return readers.length >= times
  }
  render(
    <>
      <ConnectionName />
      <Screen topics={['teams']} />
    </>,
  )
  await expect.poll(() => open().length).toBe(1)
  newest()?.stream.destroy()
  await expect.poll(() => reopened(2), patient).toBe(true)
  await act(async () => newest()?.stream.write('event: ready\nid: 5\ndata: {"position":5}\n\n'))
  await expect.poll(() => refreshed.length).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(shown()).toBe('up')

  isDown = true
  newest()?.stream.destroy()
  const shownLater = async () => {
    await act(() => vi.advanceTimersByTimeAsync(250))
    return shown()
  }
  await expect.poll(shownLater, patient).toBe('unreachable')
  isDown = false
  await expect.poll(() => reopened(3), patient).toBe(true)
  await act(async () => newest()?.stream.write('event: ready\nid: 6\ndata: {"position":6}\n\n'))
  await expect.poll(shown, patient).toBe('up')
})

it('a hidden tab gives its connection back, and follows again when it is looked at', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const look = (hidden: boolean) => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  render(<Screen topics={['teams']} />)
  await expect.poll(() => open().length).toBe(1)
  look(true)
  await vi.advanceTimersByTimeAsync(30_000)
  newest()?.stream.write(change(9))
  await expect.poll(() => refreshed.length).toBe(1)
  await vi.advanceTimersByTimeAsync(31_000)
  await expect.poll(() => open().length).toBe(0)
  expect(readers.length).toBe(1)
  look(false)
  await expect.poll(() => open().length).toBe(1)
})

it('another person signing in opens it anew with their token, which stands in no address', async () => {
  render(<Screen topics={['signups']} />)
  await expect.poll(() => open().length).toBe(1)
  expect(newest()?.headers.authorization).toBeUndefined()
  act(() => signIn(helper, 'a.b.c'))
  await expect.poll(() => newest()?.headers.authorization).toBe('Bearer a.b.c')
  expect(newest()?.url).toBe('/api/live?topics=signups')
  await expect.poll(() => open().length).toBe(1)
})

it('a message that the session is over signs out', async () => {
  act(() => signIn(helper, 'a.b.c'))
  render(<Screen topics={['users']} />)
  await expect.poll(() => open().length).toBe(1)
  newest()?.stream.write('event: signed-out\ndata: {"code":"USER_REMOVED","message":"Gone."}\n\n')
  await expect.poll(() => useSessionStore.getState().isAuthenticated).toBe(false)
})

it('a device that was away while its person was removed signs out when it comes back', async () => {
  refusal = { code: 'USER_REMOVED', message: 'Gone.' }
  act(() => signIn(helper, 'a.b.c'))
  render(<Screen topics={['users']} />)
  await expect.poll(() => useSessionStore.getState().isAuthenticated).toBe(false)
})

it('a lost stream comes back with the topics that are wanted then: who has logged out asks for none of staff', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  act(() => signIn(helper, 'a.b.c'))
  const { rerender } = render(
    <>
      <Screen topics={['teams']} />
      <Screen topics={['signups']} />
    </>,
  )
  await expect.poll(() => newest()?.url).toBe('/api/live?topics=teams,signups')
  refusal = { code: 'NO_TOKEN', message: 'Please log in.' }
  act(() => signOut())
  // The screens of staff leave a moment after the session has ended.
  rerender(<Screen topics={['teams']} />)
  refusal = null
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(250)
      return newest()?.url
    })
    .toBe('/api/live?topics=teams')
  expect(newest()?.headers.authorization).toBeUndefined()
})

it('a connection without the head of an answer is given up; meanwhile the page shows it, and reads at intervals', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  isHanging = true
  const heard: LiveChange[] = []
  render(
    <>
      <ConnectionName />
      <Screen topics={['teams']} onChange={(news) => heard.push(news)} />
    </>,
  )
  const later = async (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  const shown = async () => {
    await later(1_000)
    return screen.getByRole('status').textContent
  }
  await expect.poll(shown).toBe('unreachable')
  await later(15_000)
  expect([refreshed, heard]).toEqual([[['teams']], [{ stream: '*', type: '*' }]])
  isHanging = false
  const opened = async () => {
    await later(1_000)
    return readers.length
  }
  await expect.poll(opened).toBeGreaterThan(0)
})

it('a lost stream is opened again at once when the site answers another request', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  render(<Screen topics={['teams']} />)
  await expect.poll(() => open().length).toBe(1)
  newest()?.stream.destroy()
  const answered = () => {
    noticeAnswer()
    return readers.length
  }
  await expect.poll(answered).toBe(2)
})

it('the connection ends with the last screen that wanted it', async () => {
  const { unmount } = render(<Screen topics={['teams']} />)
  await expect.poll(() => open().length).toBe(1)
  unmount()
  await expect.poll(() => open().length).toBe(0)
})

it('a connection that goes on where it was asks for nothing again', async () => {
  render(<Screen topics={['teams', 'pools']} />)
  await expect.poll(() => open().length).toBe(1)
  newest()?.stream.write(`event: ready\nid: 1005\ndata: {"position":1005}\n\n${change(1041)}`)
  await expect.poll(() => refreshed.length).toBe(3)
  newest()?.stream.destroy()
  await expect.poll(() => readers.length).toBe(2)
  newest()?.stream.write(`event: ready\nid: 1041\ndata: {"position":1041}\n\n${change(1042)}`)
  await expect.poll(() => refreshed).toEqual([['teams'], ['pools'], ['teams'], ['teams']])
})

it('reports each change which reads know it: those whose answers reach as far in the log', async () => {
  const readUpTo = (position: number): AbortSignal => {
    const { signal } = new AbortController()
    notePosition(signal, new Response(null, { headers: { 'x-log-position': String(position) } }))
    return signal
  }
  const reads = [readUpTo(9_004), readUpTo(9_005), readUpTo(9_041), new AbortController().signal]
  const known: unknown[] = []
  render(<Screen topics={['teams']} onChange={(_, isKnownTo) => known.push(reads.map((read) => isKnownTo?.(read)))} />)
  await expect.poll(() => open().length).toBe(1)
  newest()?.stream.write(`event: ready\nid: 9005\ndata: {"position":9005}\n\n${change(9_041)}`)
  await expect
    .poll(() => known)
    .toEqual([
      [false, true, true, false],
      [false, false, true, false],
    ])
})
