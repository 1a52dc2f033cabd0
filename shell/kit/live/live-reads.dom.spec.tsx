import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { readEverything } from '@ultimate/kit/request/live.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ownReads, useLiveReads } from './live-reads.ts'

let publish: (message: string) => void
let isAsked: Promise<void>

beforeEach(() => {
  const asked = Promise.withResolvers<void>()
  isAsked = asked.promise
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  publish = (message) => void writer.write(new TextEncoder().encode(message))
  vi.stubGlobal('fetch', async () => {
    asked.resolve()
    return new Response(readable, { headers: { 'content-type': 'text/event-stream' } })
  })
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  vi.unstubAllGlobals()
})

const change = (type: string, id: number) => `event: teams\nid: ${id}\ndata: {"stream":"team-1","type":"${type}"}\n\n`

it('what a screen reads itself is read again by its newest function, at once and then after a pause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const read = vi.fn<(by: string) => void>()
  const { rerender, unmount } = renderHook(
    ({ by }) => useLiveReads({ topics: ['teams'], readAgain: () => read(by), atMostEveryMs: 2_000 }),
    { initialProps: { by: 'first' } },
  )
  await isAsked
  publish(change('TeamRegistered', 1))
  await vi.waitFor(() => expect(read.mock.calls).toEqual([['first']]))
  rerender({ by: 'second' })
  publish(change('TeamRegistered', 2))
  await vi.advanceTimersByTimeAsync(1_900)
  expect(read).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(100)
  expect(read.mock.calls).toEqual([['first'], ['second']])
  publish(change('TeamRegistered', 3))
  await vi.advanceTimersByTimeAsync(100)
  unmount()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(read).toHaveBeenCalledTimes(2)
})

it('what the user has changed is read again at once, whatever was read before', async () => {
  const readAgain = vi.fn<() => void>()
  renderHook(() => useLiveReads({ topics: ['teams'], readAgain, atMostEveryMs: 60_000 }))
  await isAsked
  publish(change('TeamRegistered', 6))
  await waitFor(() => expect(readAgain).toHaveBeenCalledOnce())
  readEverything()
  expect(readAgain).toHaveBeenCalledTimes(2)
})

it('what is no news, or is known to the last answer, is not read again', async () => {
  const reads = ownReads()
  const readAgain = vi.fn<() => void>()
  const isNews = ({ type }: { readonly type: string }) => type === 'TeamRestored'
  renderHook(() => useLiveReads({ topics: ['teams'], reads, isNews, readAgain }))
  await isAsked
  const unlessKnown = vi.spyOn(reads, 'unlessKnown')
  publish(change('TeamRegistered', 4))
  publish(change('TeamRestored', 5))
  await waitFor(() => expect(readAgain).toHaveBeenCalledOnce())
  expect(unlessKnown).toHaveBeenCalledOnce()
})
