import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import type { User } from '@ultimate/events/platform/api.ts'
import { discardCommands, queueCommand, useCommandsOfOthers } from '@ultimate/kit/offline-queue/queue.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { signIn, signOut } from '@ultimate/kit/state/session.ts'
import { useWaitingStore } from '@ultimate/kit/state/waiting.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { QueueDialog } from './queue-dialog.tsx'

const td = { id: 'td', username: 'td', role: 'TD' } as User
const hank = { id: 'hank', username: 'hank', role: 'helper' } as User
const ada = { id: 'ada', username: 'ada', role: 'admin' } as User

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    if (!String(address).includes('/api/auth/users')) throw new TypeError('No connection')
    return Response.json({ users: [td, ada] })
  })
  // The document has no dialogs.
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false
  }
})
afterEach(async () => {
  cleanup()
  act(() => signOut())
  // The queue is shared with the files that run after this one.
  const { result } = renderHook(useCommandsOfOthers)
  await act(() => discardCommands(result.current))
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const queueFor = async (user: User, label: string) => {
  signIn(user, `token of ${user.id}`)
  await queueCommand({ operation: 'PUT /api/x', params: {}, body: {}, answers: 'signup', subject: label, label })
}
const open = () => render(<QueueDialog open onClose={() => undefined} />)
const owners = () => useWaitingStore.getState().of.map(({ userId }) => userId)

it('the TD sees and clears what waits of a removed user, and of others only that it waits', async () => {
  await queueFor(hank, 'Check in Ham')
  await queueFor(ada, 'Check in Pie')
  act(() => signIn(td, 'token of td'))
  open()
  await screen.findByText('Check in Ham')
  expect(screen.getByText('1 change of ada can be sent once they log in here.')).toBeTruthy()
  expect(screen.queryByText('Check in Pie')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Clear', hidden: true }))
  expect(screen.getByRole('alert', { hidden: true }).textContent).toContain('cannot be undone')
  expect(owners()).toContain('hank')
  fireEvent.click(screen.getByRole('button', { name: 'Clear this change', hidden: true }))
  await waitFor(() => expect(owners()).toEqual(['ada']))
  expect(screen.queryByText('Check in Ham')).toBeNull()
  cleanup()

  act(() => signIn({ ...td, id: 'admin', role: 'admin' } as User, 'token of an admin'))
  open()
  expect(document.body.textContent).not.toContain('ada')
})

it.each([
  ['offers to repeat what the request names as passing', ['MOVED_MEANWHILE'], 1],
  ['leaves all other rejections to the page that knows how things are', ['TAKEN'], 0],
])('%s', async (_, passing, count) => {
  const moved = { code: 'MOVED_MEANWHILE', message: 'Someone else has moved it meanwhile.' }
  vi.stubGlobal('fetch', async () => Response.json(moved, { status: 409 }))
  signIn(ada, 'token of ada')
  const request = { operation: 'PUT /api/x', params: {}, body: {}, answers: 'item', subject: 'pie', label: 'Move Pie' }
  await queueCommand({ ...request, passing })
  open()
  await screen.findByText(moved.message)
  expect(screen.queryAllByRole('button', { name: 'Use mine', hidden: true })).toHaveLength(count)
  fireEvent.click(screen.getByRole('button', { name: 'Use theirs', hidden: true }))
  await screen.findByText('Everything is sent.')
})
