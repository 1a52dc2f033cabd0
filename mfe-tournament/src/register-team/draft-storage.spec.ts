import { describe, expect, it } from 'vitest'
import { emptyBid } from './bid.ts'
import { draftKey, draftStorage } from './draft-storage.ts'

/** What a browser's storage does, and no more. */
function storage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}
const bid = { ...emptyBid, teamName: 'Huck Finns', division: 'rec' as const }

describe('The storage of drafts', () => {
  it('gives back what was saved, the key of an attempt included', () => {
    const drafts = draftStorage(storage)
    expect(drafts.load()).toBeNull()
    const shelf = storage()
    const kept = draftStorage(() => shelf)
    kept.save({ bid, attempt: { key: 'k1', bid } })
    expect(kept.load()).toEqual({ bid, attempt: { key: 'k1', bid } })
    kept.clear()
    expect(kept.load()).toBeNull()
  })

  it('keeps nothing of a form that was emptied', () => {
    const shelf = storage()
    const drafts = draftStorage(() => shelf)
    drafts.save({ bid, attempt: null })
    drafts.save({ bid: emptyBid, attempt: null })
    expect(shelf.getItem(draftKey)).toBeNull()
  })

  it.each(['{', 'null', '[]', '{"bid":{}}', JSON.stringify({ bid: { ...bid, teamName: 7 }, attempt: null })])(
    'does not trust what it finds (%s)',
    (found) => {
      const shelf = storage()
      shelf.setItem(draftKey, found)
      expect(draftStorage(() => shelf).load()).toBeNull()
    },
  )

  it('lets the form work where the browser denies it', () => {
    const denied = draftStorage(() => {
      throw new Error('The operation is insecure.')
    })
    expect(denied.load()).toBeNull()
    expect(() => denied.save({ bid, attempt: null })).not.toThrow()
    expect(() => denied.clear()).not.toThrow()
  })
})
