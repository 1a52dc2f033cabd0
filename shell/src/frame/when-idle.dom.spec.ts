import { expect, it, onTestFinished, vi } from 'vitest'
import { prefetchWhenIdle, watchFirstPage } from './when-idle.ts'

it('what is fetched while idle goes on with the connection, and asks for nothing twice that has come', async () => {
  vi.useFakeTimers()
  let isConnected = true
  const asked: string[] = []
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isConnected)
  vi.stubGlobal('fetch', async (file: string) => {
    asked.push(file)
    if (file === 'b.js' && asked.length === 2) {
      isConnected = false
      throw new TypeError('offline')
    }
    return new Response('')
  })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  watchFirstPage({ state: { initialized: true }, subscribe: () => () => undefined })
  prefetchWhenIdle(['a.js', 'b.js', 'c.js'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked).toEqual(['a.js', 'b.js'])
  isConnected = true
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked).toEqual(['a.js', 'b.js', 'b.js', 'c.js'])
})
