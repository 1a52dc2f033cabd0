import { useToastStore } from '@ultimate/kit/components/toasts/toast.ts'
import { stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { placesInWords, restoreWithToast } from './removed-teams.tsx'

const server = stubServer()
let requests: { readonly key: string | null; readonly ids: readonly string[] }[]

describe('Teams that are restored in several requests', () => {
  const ids = Array.from({ length: 250 }, (_, index) => `team-${index}`)
  const refused = () => Response.json({ code: 'TEAM_NOT_FOUND', message: 'There is no such team.' }, { status: 404 })

  beforeEach(() => {
    requests = []
    useToastStore.setState({ waiting: [] })
  })

  /** The second request fails, once. */
  async function restoreTwice(failSecond: () => Promise<Response>): Promise<void> {
    server.mockImplementation(async (path, init) => {
      if (path !== '/api/teams/restore') return Response.json({})
      const body = JSON.parse(String(init?.body))
      requests.push({ key: new Headers(init?.headers).get('idempotency-key'), ids: body.ids })
      return requests.length === 2 ? failSecond() : Response.json({})
    })
    await restoreWithToast(ids, 'key')
    const again = useToastStore.getState().waiting.find(({ action }) => action?.label === 'Try again')
    again?.action?.run()
    useConnectionStore.setState({ isOnline: true })
    await vi.waitFor(() => expect(requests).toHaveLength(4))
  }

  it('go on under the same keys where an answer was lost', async () => {
    await restoreTwice(() => Promise.reject(new TypeError('Failed to fetch')))
    const [first, lost, again, last] = requests
    expect(again).toEqual(lost)
    expect(new Set([first?.key, again?.key, last?.key]).size).toBe(3)
    expect(last?.ids).toEqual(ids.slice(200))
  })

  it('go on under the same keys where the connection is lost, which the toast reports at once', async () => {
    await restoreTwice(async () => {
      useConnectionStore.setState({ isOnline: false })
      throw new TypeError('Failed to fetch')
    })
    const [, lost, again] = requests
    expect(again).toEqual(lost)
  })

  it('go on under another key where they were refused, whose answer stays the same', async () => {
    await restoreTwice(async () => refused())
    const [, refusal, again] = requests
    expect([again?.ids, again?.key === refusal?.key]).toEqual([refusal?.ids, false])
  })
})

describe('What is said of the places in pools of restored teams', () => {
  it.each([
    [1, 1, 0, 'It has its place in the pools again.'],
    [1, 0, 1, 'Its place in the pools is taken or gone.'],
    [5, 1, 0, '1 has its place in the pools again.'],
    [5, 3, 1, '3 have their places in the pools again. For 1, the place in the pools is taken or gone.'],
    [5, 0, 2, 'For 2, the place in the pools is taken or gone.'],
    [5, 0, 0, ''],
  ])('of %i teams, where %i have theirs again and %i do not', (teams, back, taken, words) => {
    expect(placesInWords(teams, { back, taken })).toBe(words)
  })
})
