import { fireEvent, screen } from '@testing-library/react'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import { CriteriaDialog } from './rank-dialogs.tsx'

const server = stubServer()
// jsdom has none.
beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: true })))
const standings = (rules_version?: number) => ({
  pools: [],
  tiebreaks: ['wins', 'difference'] as ('wins' | 'difference')[],
  ties_in_pools: false,
  ...(rules_version !== undefined && { rules_version }),
})
const stale = { code: 'STALE', message: 'Someone changed this meanwhile.' }
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
const tag = () =>
  new Headers(server.mock.calls.find(([, request]) => request?.method === 'PUT')?.[1]?.headers).get('if-match')

it('is not saved over what someone else changed since it opened, and shows why', async () => {
  server.mockImplementation(async () => new Response(JSON.stringify(stale), { status: 412 }))
  renderWithQueries(<CriteriaDialog standings={standings(3)} onClose={vi.fn()} />)
  save()
  await screen.findByText(stale.message)
  expect(tag()).toBe('"v3"')
})

it('is saved on a server that does not report versions of the rules', async () => {
  server.mockImplementation(async () => new Response(JSON.stringify({ tiebreaks: [], ties_in_pools: false })))
  const onClose = vi.fn()
  renderWithQueries(<CriteriaDialog standings={standings()} onClose={onClose} />)
  save()
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(tag()).toBeNull()
})
