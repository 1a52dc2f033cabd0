import 'fake-indexeddb/auto'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import type { User } from '@ultimate/events/platform/api.ts'
import { queueCommand } from '@ultimate/kit/offline-queue/queue.ts'
import { QueryClientProvider, queryClient, useQuery } from '@ultimate/kit/request/query.ts'
import { signIn, signOut, useSessionStore } from '@ultimate/kit/state/session.ts'
import { useWaitingStore } from '@ultimate/kit/state/waiting.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AsOf } from './as-of.tsx'
import { eraseWithSession, everyone, nameDatabase, ownersOfAnswers } from './erase-with-session.ts'
import { loadAnswer, saveAnswer } from './store.ts'
import { loadStoredAnswer, readAndStore, type StoredAnswer, useStoredAnswer } from './stored-answers.ts'

vi.stubEnv('TZ', 'America/Chicago')

const hank = { id: 'hank', username: 'helper', role: 'helper' } as User
const ada = { id: 'ada', username: 'ada', role: 'admin' } as User
const list: StoredAnswer = { key: ['signups', 'dishes'], form: 1 }
const name = 'signups/dishes'
const keep = (owner: string, answer: unknown, form = 1) =>
  saveAnswer(owner, name, { form, at: new Date(2025, 10, 22, 17, 42).getTime(), answer }, () => true)
const waiting = (userId: string, count: number) => ({
  userId,
  username: userId,
  count,
  refused: 0,
  since: 1,
  isHeldUp: true,
})
const databases = async () =>
  (await indexedDB.databases()).flatMap((one) => (one.name?.startsWith('kept-answers-') ? [one.name] : []))
const nobodyWaits = () => act(() => useWaitingStore.setState({ of: [] }))

eraseWithSession()

afterEach(async () => {
  cleanup()
  nobodyWaits()
  act(() => signOut())
  queryClient.clear()
  await waitFor(() => expect(ownersOfAnswers.load()).toBeNull())
})

function List({ read }: { readonly read: () => Promise<string[]> }) {
  const { data } = useQuery({ queryKey: list.key, queryFn: () => readAndStore(list, read) })
  const at = useStoredAnswer(list)
  return (
    <>
      <AsOf at={data ? at : null} what="This list is" />
      {data?.join()}
    </>
  )
}
const open = (read: () => Promise<string[]>) =>
  render(
    <QueryClientProvider client={queryClient}>
      <List read={read} />
    </QueryClientProvider>,
  )
const never = () => new Promise<never>(() => undefined)

describe('What was stored of an answer', () => {
  it('is shown with its time until the server answers, and then replaced on the screen and on the device', async () => {
    signIn(hank, 'token')
    await keep('hank', ['ham'])
    let answer: (dishes: string[]) => void = () => undefined
    open(() => new Promise((resolve) => (answer = resolve)))
    await screen.findByText('ham')
    expect(document.body.textContent).toMatch(/This list is as of Nov 22, 5:42\sPM/)
    await act(async () => answer(['ham', 'pie']))
    await screen.findByText('ham,pie')
    expect(document.body.textContent).not.toContain('as of')
    await waitFor(async () => expect(await loadAnswer('hank', name)).toMatchObject({ answer: ['ham', 'pie'] }))
  })

  it('is neither shown to another user, nor in another form than the page draws', async () => {
    signIn(ada, 'token')
    await keep('ada', ['mine'], 0)
    act(() => useWaitingStore.setState({ of: [waiting('hank', 1)] }))
    await keep('hank', ['ham'])
    const read = vi.fn(never)
    open(read)
    await waitFor(() => expect(read).toHaveBeenCalled())
    await loadAnswer('ada', name)
    expect(document.body.textContent).toBe('')
  })

  it('is erased at the sign-out, unless commands of that user wait', async () => {
    let connection: 'cut' | 'good' = 'cut'
    vi.stubGlobal('fetch', async () => {
      if (connection === 'cut') throw new TypeError('No connection')
      return new Response('{"signup":{}}')
    })
    signIn(hank, 'token')
    await keep('hank', ['ham'])
    await queueCommand({
      operation: 'PUT /api/x',
      params: {},
      body: {},
      answers: 'signup',
      subject: 'ham',
      label: 'Ham',
    })
    await waitFor(() => expect(useWaitingStore.getState().of).toMatchObject([{ userId: 'hank', isHeldUp: true }]))
    signOut()
    signIn(ada, 'token')
    await keep('ada', ['pie'])
    signOut()
    await waitFor(() => expect(ownersOfAnswers.load()).toEqual(['hank']))
    expect(await databases()).toEqual(['kept-answers-hank'])

    connection = 'good'
    signIn(hank, 'another token')
    await waitFor(() => expect(useWaitingStore.getState().of).toEqual([]))
    expect(await loadAnswer('hank', name)).toMatchObject({ answer: ['ham'] })
    signOut()
    await waitFor(() => expect(ownersOfAnswers.load()).toBeNull())
    expect(await databases()).toEqual([])
    vi.unstubAllGlobals()
  })

  it('is nothing of a visitor, nor of a session that ended while the server answered', async () => {
    useSessionStore.setState({ user: null, token: null, isAuthenticated: false, isLoading: false }, true)
    await readAndStore(list, async () => ['ham'])
    signIn(hank, 'token')
    await readAndStore(list, async () => {
      signOut()
      return ['ham']
    })
    expect([ownersOfAnswers.load(), await databases()]).toEqual([null, []])
  })

  it('is stored of a visitor where it is public, and stays when a user signs out', async () => {
    const games: StoredAnswer = { key: ['schedule', 'public'], form: 1, isPublic: true }
    useSessionStore.setState({ user: null, token: null, isAuthenticated: false, isLoading: false }, true)
    await readAndStore(games, async () => ['A-1'])
    await waitFor(async () => expect(await loadAnswer(everyone, 'schedule/public')).toMatchObject({ answer: ['A-1'] }))
    signIn(hank, 'token')
    await keep('hank', ['ham'])
    signOut()
    await waitFor(() => expect(ownersOfAnswers.load()).toEqual([everyone]))
    await loadStoredAnswer(games)
    expect(queryClient.getQueryData(games.key)).toEqual(['A-1'])
    ownersOfAnswers.clear()
    indexedDB.deleteDatabase(nameDatabase(everyone))
  })

  it('is there as the page begins, and the server is asked all the same, however young it is', async () => {
    signIn(hank, 'token')
    await saveAnswer('hank', name, { form: 1, at: Date.now(), answer: ['ham'] }, () => true)
    await loadStoredAnswer(list)
    const read = vi.fn(async () => ['ham', 'pie'])
    open(read)
    expect(document.body.textContent).toContain('ham')
    await screen.findByText('ham,pie')
    expect(read).toHaveBeenCalledOnce()
  })

  it('holds no page up where the storage hangs', async () => {
    signIn(hank, 'token')
    await keep('hank', ['ham'])
    const hanging = vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest)
    await loadStoredAnswer(list)
    expect(queryClient.getQueryData(list.key)).toBeUndefined()
    hanging.mockRestore()
  })

  it('is missing, and nothing else, where the browser refuses its storage', async () => {
    signIn(hank, 'token')
    const refused = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Blocked', 'SecurityError')
    })
    open(async () => ['pie'])
    await screen.findByText('pie')
    expect(await loadAnswer('hank', name)).toBeNull()
    refused.mockRestore()
  })
})
