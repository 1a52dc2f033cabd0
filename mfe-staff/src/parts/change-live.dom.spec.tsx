import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ListedPart } from '@ultimate/events/releases/api.ts'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ChangeLive, type VersionChange } from './change-live.tsx'
import { computeShares, rollbackSentence } from './parts-query.ts'

const dinner: ListedPart = {
  name: 'dinner',
  live: '1.1.0',
  since: '2025-11-22T18:00:00Z',
  by: 'Team dinner',
  canary: null,
  previous: '1.0.0',
  releases: [],
  errors: [],
}
const server = stubServer()
const closed = vi.fn()
const show = (change: VersionChange) => renderWithQueries(<ChangeLive change={change} onClose={closed} />)

beforeEach(() => {
  closed.mockReset()
  server.mockImplementation(async () => new Response(JSON.stringify({ part: dinner })))
})

const sent = () =>
  server.mock.calls.map(([address, request]) => [address, request?.body && JSON.parse(`${request.body}`)])
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('a release that is made live', () => {
  it('is for all visitors unless a share is chosen', async () => {
    show({ kind: 'activate', part: dinner, version: '1.2.0' })
    expect(screen.getByRole('alertdialog').textContent).toContain('a rollback leads back to 1.1.0')
    press('Make live')
    await waitFor(() => expect(closed).toHaveBeenCalledTimes(1))
    expect(sent()).toEqual([['/api/parts/dinner/activate', { version: '1.2.0' }]])
  })

  it('is a canary for a share', async () => {
    show({ kind: 'activate', part: dinner, version: '1.2.0' })
    fireEvent.change(screen.getByRole('combobox'), { target: { value: '10' } })
    press('Make live')
    await waitFor(() => expect(closed).toHaveBeenCalledTimes(1))
    expect(sent()).toEqual([['/api/parts/dinner/activate', { version: '1.2.0', percent: 10 }]])
  })

  it('is another request for another share, and the same one for the same share', async () => {
    server.mockRejectedValue(new TypeError('Failed to fetch'))
    show({ kind: 'activate', part: dinner, version: '1.2.0' })
    for (const [index, percent] of ['10', '10', '25'].entries()) {
      fireEvent.change(screen.getByRole('combobox'), { target: { value: percent } })
      press('Make live')
      await waitFor(() => expect(sent()).toHaveLength(index + 1))
      await waitFor(() => expect(screen.getByRole('button', { name: 'Make live' }).ariaBusy).toBeNull())
    }
    const [one, again, other] = server.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
    expect([one === again, one === other]).toEqual([true, false])
  })

  it('says in the dialog why it is refused', async () => {
    const refused = { code: 'RELEASE_DOES_NOT_FIT', message: 'The dinner pages need more.' }
    server.mockImplementation(async () => new Response(JSON.stringify(refused), { status: 409 }))
    show({ kind: 'activate', part: dinner, version: '1.2.0' })
    press('Make live')
    await screen.findByText('The dinner pages need more.')
    expect(closed).not.toHaveBeenCalled()
  })
})

describe('a rollback', () => {
  it('says what visitors get then, and does it', async () => {
    show({ kind: 'rollback', part: dinner })
    expect(screen.getByRole('alertdialog').textContent).toContain(
      'All visitors get dinner 1.0.0 again instead of 1.1.0',
    )
    press('Roll back')
    await waitFor(() => expect(closed).toHaveBeenCalledTimes(1))
    expect(sent()).toEqual([['/api/parts/dinner/rollback', undefined]])
  })

  it('ends a canary first, and is not offered where nothing came before', () => {
    const canary = { version: '1.2.0', percent: 10 }
    expect(rollbackSentence({ ...dinner, canary })).toBe(
      'No visitor gets dinner 1.2.0 any more. All get 1.1.0, which stays live.',
    )
    expect(rollbackSentence({ ...dinner, previous: null })).toBeNull()
  })

  it('shows shares that come to all visitors', () => {
    expect(computeShares({ live: '1.1.0', canary: { version: '1.2.0', percent: 10 } })).toEqual({
      '1.1.0': 90,
      '1.2.0': 10,
    })
    expect(computeShares({ live: null, canary: null })).toEqual({})
  })
})
