import { locks } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { oneOfTabs, type StreamOfTabs } from './one-of-tabs.ts'
import type { LiveMessage, Reading } from './stream.ts'
import { streamState } from './stream-state.ts'

type Open = Omit<Reading, 'lastId'> & { readonly tab: string; readonly whose: string }

/** Streams in the order in which they were opened. */
let opened: Open[]
let received: Record<string, LiveMessage[]>
let tabs: StreamOfTabs[]
let who: string

const open = () => opened.filter(({ signal }) => !signal.aborted)
const shown = () => open().map(({ tab, topics }) => `${tab}: ${topics().join()}`)
const change = (topic: string): LiveMessage => ({ kind: 'change', topic, data: '{}', id: '7' })
const ready: LiveMessage = { kind: 'ready', id: '5' }

function tab(name: string): StreamOfTabs {
  received[name] = []
  const made = oneOfTabs({
    whose: () => who,
    read: async (reading) => void opened.push({ ...reading, tab: name, whose: who }),
    receive: (one) => received[name]?.push(one),
  })
  tabs.push(made)
  return made
}

beforeEach(() => {
  opened = []
  received = {}
  tabs = []
  who = 'hazel'
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
})

afterEach(() => {
  for (const one of tabs) one.want([])
  Reflect.deleteProperty(navigator, 'locks')
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('tabs share one stream, which names what all of them want and tells all of them', async () => {
  tab('first').want(['teams'])
  await expect.poll(shown).toEqual(['first: teams'])
  tab('second').want(['users'])
  tab('third').want(['teams'])
  await expect.poll(shown).toEqual(['first: teams,users'])
  open()[0]?.publish(ready)
  open()[0]?.publish(change('users'))
  for (const name of ['first', 'second', 'third'])
    await expect.poll(() => received[name]).toEqual(expect.arrayContaining([ready, change('users')]))
})

it('tabs of an older release get the messages under the words that they expect', async () => {
  const older = new BroadcastChannel('live:hazel')
  const posted: unknown[] = []
  older.addEventListener('message', ({ data }: MessageEvent) => void posted.push(data))
  tab('first').want(['teams'])
  await expect.poll(shown).toEqual(['first: teams'])
  open()[0]?.publish(ready)
  await expect.poll(() => posted).toContainEqual({ say: 'heard', heard: ready, topics: ['teams'] })
  older.close()
})

it('a tab that comes later hears where the open stream stands, since it may have missed something', async () => {
  tab('first').want(['teams'])
  await expect.poll(shown).toHaveLength(1)
  open()[0]?.publish(ready)
  tab('second').want(['teams'])
  await expect.poll(() => received['second']).toEqual([ready])
  open()[0]?.publish(change('teams'))
  tab('third').want(['teams'])
  await expect.poll(() => received['third']).toEqual([{ ...ready, id: '7' }])
  expect(streamState.getState().openTopics).toEqual(['teams'])
  expect(opened).toHaveLength(1)
})

it('another tab reads on when the one that reads is closed, or is not looked at', async () => {
  const [first, second] = [tab('first'), tab('second')]
  first.want(['teams'])
  await expect.poll(shown).toEqual(['first: teams'])
  second.want(['users'])
  await expect.poll(shown).toEqual(['first: teams,users'])
  first.rest()
  await expect.poll(shown).toEqual(['second: users'])
  first.wake()
  await expect.poll(shown).toEqual(['second: users,teams'])
})

it('a tab that is frozen while it reads is replaced', async () => {
  tab('first').want(['teams'])
  await expect.poll(shown).toHaveLength(1)
  // No message reaches the frozen tab any more, and none of its messages reaches the others.
  const post = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => undefined)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  tab('second').want(['teams'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(shown()).toEqual(['first: teams'])
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.poll(shown).toEqual(['second: teams'])
  post.mockRestore()
})

it('another person has a stream of their own, and a new token opens it anew', async () => {
  const first = tab('first')
  first.want(['teams'])
  await expect.poll(() => open().map(({ whose }) => whose)).toEqual(['hazel'])
  who = 'quill'
  tab('second').want(['teams'])
  await expect.poll(() => open().map(({ whose }) => whose)).toEqual(['hazel', 'quill'])
  tabs[1]?.reopen()
  expect(opened.map(({ tab }) => tab)).toEqual(['first', 'second', 'second'])
  first.reopen()
  await expect.poll(shown).toEqual(['second: teams'])
})

it('each tab reads for itself where there are no locks', async () => {
  Reflect.deleteProperty(navigator, 'locks')
  tab('first').want(['teams'])
  tab('second').want(['teams'])
  await expect.poll(shown).toEqual(['first: teams', 'second: teams'])
})

let refusals = 0

/** A tab that asked on and on would leave no time for the test to fail. */
function refusedLock(): Promise<never> {
  const isTimeOver = ++refusals > 100
  return isTimeOver ? new Promise(() => undefined) : Promise.reject(new DOMException('Denied', 'SecurityError'))
}

class RefusedChannel {
  constructor() {
    throw new DOMException('Denied', 'SecurityError')
  }
}

it.each([
  ['no locks', { request: refusedLock }, BroadcastChannel],
  ['no channels', locks, RefusedChannel],
])('each tab reads for itself, and once, where the browser gives %s', async (_, ownLocks, channel) => {
  Object.defineProperty(navigator, 'locks', { value: ownLocks, configurable: true })
  vi.stubGlobal('BroadcastChannel', channel)
  const [first, second] = [tab('first'), tab('second')]
  first.want(['teams'])
  second.want(['teams'])
  await expect.poll(shown).toEqual(['first: teams', 'second: teams'])
  open()[1]?.publish(ready)
  expect(received).toEqual({ first: [], second: [ready] })
  second.want(['teams', 'users'])
  first.rest()
  await expect.poll(shown).toEqual(['second: teams,users'])
  vi.unstubAllGlobals()
})
