import { emptyStorage } from '@ultimate/kit/state/storage.fixture.ts'
import { describe, expect, it } from 'vitest'
import { emptyBid } from './bid.ts'
import { draftKey, draftStorage } from './draft-storage.ts'

const bid = { ...emptyBid, teamName: 'Huck Finns', division: 'rec' as const }

describe('The storage of drafts', () => {
  it('gives back what was saved, the key of an attempt included', () => {
    const storage = emptyStorage()
    const drafts = draftStorage(() => storage)
    drafts.save({ draft: bid, attempt: { key: 'k1', draft: bid } })
    expect(drafts.load()).toEqual({ draft: bid, attempt: { key: 'k1', draft: bid } })
  })

  it('knows how the form of an attempt was filled in', () => {
    const storage = emptyStorage()
    const drafts = draftStorage(() => storage)
    const attempt = { key: 'k1', draft: bid, mark: { filledMs: 5000, website: '' } }
    drafts.save({ draft: bid, attempt })
    expect(drafts.load()).toEqual({ draft: bid, attempt })
  })

  it('reads what an earlier release kept', () => {
    const storage = emptyStorage()
    storage.setItem(draftKey, JSON.stringify({ bid, attempt: { key: 'k1', bid } }))
    expect(draftStorage(() => storage).load()).toEqual({ draft: bid, attempt: { key: 'k1', draft: bid } })
  })

  it('reads a draft of a release whose form had other fields', () => {
    const storage = emptyStorage()
    const unsent = {
      teamName: 'Huck Finns',
      nickname: 'Finns',
      location: 'Florence, AL',
      division: 'rec',
      captainName: 'Becky Thatcher',
      captainEmail: 'becky@example.org',
      captainPhone: '256-555-0142',
    }
    storage.setItem(
      'register-team.draft.v1',
      JSON.stringify({ bid: unsent, attempt: { key: 'k1', bid: unsent, tries: 2 }, savedAt: 7 }),
    )
    const { nickname: _, ...known } = unsent
    const draft = { ...emptyBid, ...known }
    expect(draftStorage(() => storage).load()).toEqual({ draft, attempt: { key: 'k1', draft } })
  })

  it('keeps nothing of a form that was emptied', () => {
    const storage = emptyStorage()
    const drafts = draftStorage(() => storage)
    drafts.save({ draft: bid, attempt: null })
    drafts.save({ draft: emptyBid, attempt: null })
    expect(storage.getItem(draftKey)).toBeNull()
  })

  it.each(['[]', '{"bid":{}}', JSON.stringify({ bid: { ...bid, teamName: 7 }, attempt: null })])(
    'does not trust what it finds (%s)',
    (found) => {
      const storage = emptyStorage()
      storage.setItem(draftKey, found)
      expect(draftStorage(() => storage).load()).toBeNull()
    },
  )
})
