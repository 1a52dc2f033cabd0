import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectionOf, streamFound, streamLost, useConnectionStore } from './connection.ts'

const connection = () => connectionOf(useConnectionStore.getState())
function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  setOnline(true)
  streamFound()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the connection of a page', () => {
  it('is up at first, and offline while the device has no network', () => {
    expect(connection()).toBe('up')
    setOnline(false)
    expect(connection()).toBe('offline')
    setOnline(true)
    expect(connection()).toBe('up')
  })

  it('finds the site unreachable once the stream has stayed away, counted from its first loss', () => {
    streamLost()
    vi.advanceTimersByTime(4_999)
    streamLost()
    expect(connection()).toBe('up')
    vi.advanceTimersByTime(1)
    expect(connection()).toBe('unreachable')
    streamFound()
    expect(connection()).toBe('up')
  })

  it('forgets a loss that the stream comes back from in time', () => {
    streamLost()
    streamFound()
    vi.advanceTimersByTime(5_000)
    expect(connection()).toBe('up')
  })
})
