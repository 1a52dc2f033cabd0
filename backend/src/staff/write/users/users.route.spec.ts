import { describe, expect, it } from 'vitest'
import { findMailState, listMails } from './users.route.ts'

const now = new Date('2025-11-22T18:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const becky = {
  id: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  username: 'becky',
  full_name: 'becky',
  email: 'becky@example.org',
  role: 'helper' as const,
  is_verified: false,
}
const letter = { stream: `user-${becky.id}`, position: 7, error: null }
const mail = (seconds: number, isGivenUp = false) =>
  findMailState(becky, listMails([{ ...letter, at: ago(seconds), isGivenUp }], now))

describe('The mail with a temporary password', () => {
  it('is under way for five seconds, and waits from then on', () =>
    expect([mail(0), mail(4.9), mail(5), mail(90_000)]).toEqual(['under-way', 'under-way', 'waiting', 'waiting']))

  it('has failed once it is not tried again', () =>
    expect([mail(0, true), mail(90_000, true)]).toEqual(['failed', 'failed']))

  it('is not shown once it has left, or where the user has signed in already', () => {
    expect(findMailState(becky, listMails([], now))).toBeNull()
    const unhandled = [{ ...letter, at: ago(9), isGivenUp: true }]
    expect(findMailState({ ...becky, is_verified: true }, listMails(unhandled, now))).toBeNull()
  })
})
