import type { WaitingOf } from '@ultimate/kit/state/waiting.ts'
import { describe, expect, it, vi } from 'vitest'
import { logoutSentence, waitingWords, wipedWords } from './waiting-words.ts'

vi.stubEnv('TZ', 'America/Chicago')

const since = new Date(2025, 10, 22, 17, 42).getTime()
const of = (changes: Partial<WaitingOf> = {}): WaitingOf => ({
  userId: 'hank',
  username: 'helper',
  count: 3,
  refused: 0,
  since,
  isHeldUp: true,
  ...changes,
})
const words = (one: WaitingOf, userId: string | null = 'hank', isConnected = true) =>
  waitingWords({ of: [one], isKept: true, lost: 0 }, userId, isConnected)

describe('The head of the page', () => {
  it('counts what waits and since when, and what was refused', () => {
    expect(words(of())).toEqual(['3 not sent yet, since 5:42 PM.'])
    expect(words(of({ refused: 1 }))).toEqual(['2 not sent yet, since 5:42 PM.', '1 refused.'])
    expect(words(of({ refused: 3, since: null }))).toEqual(['3 refused.'])
  })

  it('is silent about the moment that every command takes, unless the connection is lost', () => {
    expect(words(of({ isHeldUp: false }))).toEqual([])
    expect(words(of({ isHeldUp: false }), 'hank', false)).toEqual(['3 not sent yet, since 5:42 PM.'])
  })

  it('tells others that something waits and for whom, and not what', () => {
    for (const user of ['ada', null]) expect(words(of(), user)).toEqual(['3 changes are waiting until helper logs in.'])
  })

  it('says where the browser stores nothing, or has deleted something', () => {
    expect(waitingWords({ of: [], isKept: false, lost: 2 }, null, true)).toEqual([
      'Your browser is blocking storage: what is not sent is lost when you close this tab.',
      'Your browser has deleted 2 unsent changes. Please check what is missing.',
    ])
    expect(wipedWords(false)).toEqual([])
    expect(wipedWords(true)).toEqual([
      'Your browser has deleted what this site stored. Keep this tab open until everything is sent.',
    ])
  })
})

describe('A Logout', () => {
  it('names how much waits, the refused ones too, and asks nothing where nothing does', () => {
    expect(logoutSentence([of()], 'hank')).toMatch(/^3 changes are not sent yet, .* when helper logs in here again/)
    expect(logoutSentence([of({ count: 1, refused: 1 })], 'hank')).toMatch(/^1 change is not sent yet/)
    expect(logoutSentence([of()], 'ada')).toBeNull()
  })
})
