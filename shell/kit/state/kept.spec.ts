import { describe, expect, it } from 'vitest'
import { kept } from './kept.ts'
import { emptyStorage } from './storage.fixture.ts'

const read = (found: unknown) => (typeof found === 'number' ? found : null)

describe('What a browser keeps', () => {
  it('is nothing at first, comes back as it was, and leaves no trace', () => {
    const storage = emptyStorage()
    const count = kept('count', read, () => storage)
    expect(count.load()).toBeNull()
    count.save(7)
    expect(kept('count', read, () => storage).load()).toBe(7)
    expect(kept('another', read, () => storage).load()).toBeNull()
    count.clear()
    expect([count.load(), storage.length]).toEqual([null, 0])
  })

  it.each(['{', '', '"7"', 'null'])('counts as nothing when it cannot be trusted: %s', (text) => {
    const storage = emptyStorage()
    storage.setItem('count', text)
    expect(kept('count', read, () => storage).load()).toBeNull()
  })

  it('is not missed where the browser denies its storage', () => {
    const count = kept('count', read, () => {
      throw new DOMException('Denied', 'SecurityError')
    })
    expect(() => count.save(7)).not.toThrow()
    expect(() => count.clear()).not.toThrow()
    expect(count.load()).toBeNull()
  })
})
