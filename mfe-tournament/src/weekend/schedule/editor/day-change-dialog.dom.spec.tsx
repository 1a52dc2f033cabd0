import { fireEvent, screen } from '@testing-library/react'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DayChangeDialog } from './day-change-dialog.tsx'
import { draft } from './draft.fixture.ts'

const server = stubServer()
// jsdom has none.
beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: true })))
afterEach(() => useConnectionStore.setState({ isOnline: true }))
const waiting = () => screen.queryAllByText('Will be sent when you’re back online')

it('shows while it waits for the connection, as a preview and as a change', async () => {
  const moved = [{ id: 'A-1', from: '2025-11-22T09:00:00-06:00', to: '2025-11-22T09:45:00-06:00' }]
  server.mockImplementation(async () => Response.json({ moved, problems: [] }))
  const onClose = vi.fn()
  renderWithQueries(<DayChangeDialog schedule={draft} draft={draft} onClose={onClose} onChanged={vi.fn()} />)
  useConnectionStore.setState({ isOnline: false })
  fireEvent.click(await screen.findByRole('button', { name: 'Preview' }))
  await vi.waitFor(() => expect(waiting()).toHaveLength(1))
  useConnectionStore.setState({ isOnline: true })
  const move = await screen.findByRole('button', { name: 'Move 1 game' })
  useConnectionStore.setState({ isOnline: false })
  fireEvent.click(move)
  await vi.waitFor(() => expect(waiting()).toHaveLength(1))
  useConnectionStore.setState({ isOnline: true })
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
})
