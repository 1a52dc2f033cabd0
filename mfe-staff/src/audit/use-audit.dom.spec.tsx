import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { topics } from '@ultimate/events/platform/api.ts'
import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useAudit } from './use-audit.ts'

/** The server; each test decides what comes back. */
const line = vi.fn<(address: string) => Promise<Response>>()
const json = (body: unknown) =>
  Promise.resolve(new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } }))
const entry = (position: number) => ({ position }) as AuditEntry
/** Questions for what lies further back. The live stream is asked for as well, and stays silent here. */
const asked = () => line.mock.calls.filter(([address]) => address.includes('before=')).length
let isBack = false

beforeEach(() => {
  isBack = false
  line.mockReset()
  line.mockImplementation((address) => {
    if (!address.startsWith('/api/audit')) return new Promise(() => undefined)
    if (!address.includes('before=')) return json({ events: [entry(9), entry(8)], next: 8 })
    return isBack ? json({ events: [entry(7)], next: null }) : Promise.reject(new TypeError('Failed to fetch'))
  })
  vi.stubGlobal('fetch', (address: string) => line(String(address)))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function whatLiesFurtherBack() {
  const { result } = renderHook(() => useAudit({}))
  await waitFor(() => expect(result.current.reading.state).toBe('read'))
  await act(() => result.current.loadMore())
  await waitFor(() => expect(result.current.reading).toMatchObject({ older: 'failed' }))
  return result
}

it('grows with every event: it follows all topics that there are', async () => {
  renderHook(() => useAudit({}))
  const live = () => line.mock.calls.flatMap(([address]) => /^\/api\/live\?topics=([^&]*)/.exec(address)?.[1] ?? [])
  await waitFor(() => expect(live()).toHaveLength(1))
  expect(live()[0]?.split(',').toSorted()).toEqual(topics.toSorted())
})

it('is as it was when someone comes back, and learns what happened meanwhile', async () => {
  isBack = true
  const { result, unmount } = renderHook(() => useAudit({}))
  await waitFor(() => expect(result.current.reading.state).toBe('read'))
  await act(() => result.current.loadMore())
  await waitFor(() => expect(result.current.reading).toMatchObject({ pages: { next: null } }))
  unmount()
  line.mockImplementation((address) =>
    address.startsWith('/api/audit') ? json({ events: [entry(10), entry(9)], next: 9 }) : new Promise(() => undefined),
  )
  const again = renderHook(() => useAudit({})).result
  const positions = () =>
    again.current.reading.state === 'read' ? again.current.reading.pages.entries.map(({ position }) => position) : []
  expect(positions()).toEqual([9, 8, 7])
  await waitFor(() => expect(positions()).toEqual([10, 9, 8, 7]))
})

describe('the audit further back', () => {
  it('is asked for once while the server is gone, however often the list would like to', async () => {
    const audit = await whatLiesFurtherBack()
    expect(audit.current.reading).toMatchObject({
      older: 'failed',
      pages: { entries: [{ position: 9 }, { position: 8 }] },
    })
    for (let time = 0; time < 3; time++) await act(() => audit.current.loadMore())
    expect(asked()).toBe(1)
  })

  it('is asked for again when the user wants it', async () => {
    const audit = await whatLiesFurtherBack()
    isBack = true
    act(() => audit.current.retryMore())
    await act(() => audit.current.loadMore())
    await waitFor(() => expect(audit.current.reading).toMatchObject({ older: 'idle', pages: { next: null } }))
    expect(asked()).toBe(2)
  })

  it('is not asked for any more once the user has stopped the search, until they go on', async () => {
    isBack = true
    const { result } = renderHook(() => useAudit({ search: 'pie' }))
    await waitFor(() => expect(result.current.reading.state).toBe('read'))
    act(() => result.current.stop())
    await act(() => result.current.loadMore())
    expect(result.current.reading).toMatchObject({ older: 'stopped' })
    expect(asked()).toBe(0)
    act(() => result.current.retryMore())
    await waitFor(() => expect(result.current.reading).toMatchObject({ older: 'idle', pages: { next: null } }))
    expect(asked()).toBe(1)
  })
})
