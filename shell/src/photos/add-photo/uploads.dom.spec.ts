import { useToastStore } from '@ultimate/kit/components/toasts/toast.ts'
import { useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deliver } from './deliver.ts'
import { createUploads } from './uploads.ts'

/** The requests of the browser, which a test answers. */
let requests: FakeRequest[]
const flush = () => new Promise((resolve) => setTimeout(resolve))

class FakeRequest {
  readonly upload: { onprogress?: (event: object) => void; onload?: () => void } = {}
  key = ''
  body: FormData | null = null
  isAborted = false
  status = 0
  responseText = ''
  onload: () => void = () => undefined
  onerror: () => void = () => undefined
  open = () => undefined
  getResponseHeader = () => null
  setRequestHeader(name: string, value: string) {
    if (name === 'idempotency-key') this.key = value
  }
  send(body: FormData) {
    this.body = body
    requests.push(this)
  }
  abort() {
    this.isAborted = true
  }
  async answer(status: number, error: object = {}) {
    this.status = status
    this.responseText = JSON.stringify(error)
    this.onload()
    await flush()
  }
  async lose() {
    this.onerror()
    await flush()
  }
}

beforeEach(() => {
  requests = []
  useToastStore.setState({ waiting: [] })
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.stubGlobal('fetch', async () => Response.json({ photos: [] }))
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL: () => undefined }))
})
afterEach(() => {
  useConnectionStore.setState({ isOnline: true })
  vi.unstubAllGlobals()
})

async function picked(...names: readonly string[]) {
  const uploads = createUploads(deliver)
  uploads.add(names.map((name) => new File(['photo'], name)))
  const all = () => uploads.store.getState().uploads
  const ids = all().map(({ id }) => id)
  const act = async (work: (id: string, ...others: string[]) => void) => {
    work(ids[0] ?? '', ...ids.slice(1))
    await flush()
  }
  return { ...uploads, all, act, only: () => all()[0] }
}
const toasts = () => useToastStore.getState().waiting.map(({ text }) => text)
const request = (at: number) => requests[at] ?? new FakeRequest()

describe('an upload', () => {
  it('is not sent without a title, and says so until one is typed', async () => {
    const { act, name, send, only } = await picked('layout.jpg')
    await act((id) => {
      name(id, '  ')
      send(id)
    })
    expect([only()?.problem, requests]).toEqual(['Please provide both title and image', []])
    await act((id) => name(id, 'Layout'))
    expect(only()?.problem).toBeNull()
  })

  it('tells how far it is, and is announced once it is stored', async () => {
    const { act, name, send, only, all } = await picked('a.jpg')
    await act((id) => {
      name(id, ' Layout ')
      send(id)
      send(id)
    })
    request(0).upload.onprogress?.({ loaded: 1, total: 2 })
    expect([only()?.step, only()?.share, request(0).body?.get('title')]).toEqual(['sending', 0.5, 'Layout'])
    await request(0).answer(201)
    expect([all(), toasts(), requests.length]).toEqual([[], ['Photo uploaded successfully!'], 1])
  })

  it('waits for its turn, and many are announced together', async () => {
    const { act, send, all } = await picked('a.jpg', 'b.jpg', 'c.jpg')
    await act((...ids) => ids.forEach(send))
    expect(all().map(({ step }) => step)).toEqual(['sending', 'sending', 'in-turn'])
    for (const at of [0, 1, 2]) await request(at).answer(201)
    expect(toasts()).toEqual(['3 photos uploaded successfully!'])
  })

  it('is tried again under the same key, from the beginning, when no answer came', async () => {
    const { act, send, only } = await picked('layout.jpg')
    await act(send)
    request(0).upload.onload?.()
    await request(0).lose()
    expect(only()).toMatchObject({ step: 'failed', problem: 'Failed to upload photo' })
    await act(send)
    expect(only()).toMatchObject({ share: 0, problem: null })
    expect(request(1).key).toBe(request(0).key)
    await request(1).answer(201)
  })

  it('takes a new key under another title, and after the server refused it', async () => {
    const { act, name, send, only } = await picked('layout.jpg')
    await act(send)
    await request(0).lose()
    await act((id) => {
      name(id, 'The layout')
      send(id)
    })
    await request(1).answer(409, { code: 'PHOTO_INVALID', message: 'No photo.' })
    expect(only()).toMatchObject({ step: 'failed', problem: 'No photo.' })
    await act(send)
    expect(new Set(requests.map(({ key }) => key)).size).toBe(3)
    await request(2).answer(201)
  })

  it('says without a connection that it waits, and is sent from the beginning once there is one', async () => {
    const { act, send, only } = await picked('layout.jpg')
    useConnectionStore.setState({ isOnline: false })
    await act(send)
    expect([only()?.step, requests]).toEqual(['queued', []])
    useConnectionStore.setState({ isOnline: true })
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    request(0).upload.onload?.()
    useConnectionStore.setState({ isOnline: false })
    await request(0).lose()
    expect(only()?.step).toBe('queued')
    useConnectionStore.setState({ isOnline: true })
    await vi.waitFor(() => expect(requests).toHaveLength(2))
    expect([only()?.step, only()?.share, request(1).key]).toEqual(['sending', 0, request(0).key])
    await request(1).answer(201)
  })

  it('is on its way no more when it is canceled, and may have arrived: its key stays', async () => {
    const { act, send, cancel, only } = await picked('layout.jpg')
    await act(send)
    await act(cancel)
    expect([only()?.step, request(0).isAborted]).toEqual(['naming', true])
    await act(send)
    expect(request(1).key).toBe(request(0).key)
    await request(1).answer(201)
  })

  it('leaves its turn to the next one when it is removed, and ends with the page', async () => {
    const { act, send, remove, all, end } = await picked('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg')
    await act((...ids) => ids.forEach(send))
    await act((id) => remove(id))
    expect(all().map(({ step }) => step)).toEqual(['sending', 'sending', 'in-turn'])
    end()
    await flush()
    expect([all(), requests.map(({ isAborted }) => isAborted), toasts()]).toEqual([[], [true, true, true], []])
  })
})
