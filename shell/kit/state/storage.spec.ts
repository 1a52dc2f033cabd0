import { describe, expect, it, vi } from 'vitest'
import { emptyStorage } from './storage.fixture.ts'
import { storedValue } from './storage.ts'

const read = (found: unknown) => (typeof found === 'number' ? found : null)

describe('What a browser stores', () => {
  it('is nothing at first, comes back as it was, and leaves no trace', () => {
    const storage = emptyStorage()
    const count = storedValue('count', read, () => storage)
    expect(count.load()).toBeNull()
    count.save(7)
    expect(storedValue('count', read, () => storage).load()).toBe(7)
    expect(storedValue('another', read, () => storage).load()).toBeNull()
    count.clear()
    expect([count.load(), storage.length]).toEqual([null, 0])
  })

  it.each(['{', '', '"7"', 'null'])('counts as nothing when it cannot be trusted: %s', (text) => {
    const storage = emptyStorage()
    storage.setItem('count', text)
    expect(storedValue('count', read, () => storage).load()).toBeNull()
  })
})

describe('A browser that refuses', () => {
  /** Site data may be blocked altogether, or only writing fail. */
  const refusing = {
    'its storage': () => {
      throw new DOMException('Denied', 'SecurityError')
    },
    'more of it': () => ({
      ...emptyStorage(),
      setItem: () => {
        throw new DOMException('Full', 'QuotaExceededError')
      },
    }),
  }

  it.each(Object.entries(refusing))('%s leaves things in memory, as long as the page is open', async (_, get) => {
    vi.resetModules()
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get })
    const fresh = await import('./storage.ts')
    const count = fresh.storedValue('count', read, () => fresh.deviceStorage)
    expect(count.load()).toBeNull()
    count.save(7)
    expect(count.load()).toBe(7)
    expect(fresh.useStorageStore.getState().isRefused).toBe(true)
    count.clear()
    expect(count.load()).toBeNull()
    Reflect.deleteProperty(globalThis, 'localStorage')
  })
})
