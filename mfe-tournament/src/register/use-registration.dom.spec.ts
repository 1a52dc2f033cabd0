import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BidDraft, emptyBid } from './bid.ts'
import { draftKey, draftStorage } from './draft-storage.ts'
import { alternate, bid } from './machine.fixture.ts'
import { sameTeamAgain, useRegistration } from './use-registration.ts'

const keep = (draft: BidDraft) => draftStorage(() => localStorage).save({ draft, attempt: null })
const open = () => renderHook(() => useRegistration()).result
type Registration = ReturnType<typeof open>

function type({ current: { bind } }: Registration, changes: Partial<BidDraft>) {
  act(() => {
    for (const [field, value] of Object.entries(changes)) bind(field as 'teamName').onValueChange(value)
  })
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('The screen of a bid', () => {
  it('offers a kept draft with its alternate contact, and throws it away', () => {
    keep({ ...bid, ...alternate })
    const registration = open()
    expect(registration.current).toMatchObject({ isAlternateOpen: true, isDraftOffered: true })
    act(() => registration.current.discardDraft())
    expect(registration.current).toMatchObject({ isAlternateOpen: false, isDraftOffered: false })
    expect(registration.current.bind('teamName').value).toBe('')
    expect(localStorage.getItem(draftKey)).toBeNull()
  })

  it('offers no draft when there was none, and none once the bid was submitted', () => {
    expect(open().current.isDraftOffered).toBe(false)
    cleanup()
    keep({ ...emptyBid, teamName: 'Huck Finns' })
    const registration = open()
    act(() => registration.current.submit())
    expect(registration.current).toMatchObject({ isDraftOffered: false, hasErrors: true })
  })

  it('empties the alternate contact that is removed', () => {
    const registration = open()
    act(() => registration.current.openAlternate(true))
    type(registration, { altCaptainEmail: 'joe' })
    act(() => registration.current.openAlternate(false))
    expect(registration.current.isAlternateOpen).toBe(false)
    expect(registration.current.bind('altCaptainEmail').value).toBe('')
  })

  it('removes no alternate contact while the bid is sent, and closes it once the bid is received', async () => {
    const answer = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', () => answer.promise)
    const registration = open()
    const later = performance.now() + 60_000
    vi.spyOn(performance, 'now').mockReturnValue(later)
    act(() => registration.current.openAlternate(true))
    type(registration, { ...bid, ...alternate })
    act(() => registration.current.submit())
    act(() => registration.current.openAlternate(false))
    expect(registration.current).toMatchObject({ isSending: true, isAlternateOpen: true })
    expect(registration.current.bind('altCaptainName').value).toBe('Joe Harper')
    answer.resolve(new Response(JSON.stringify({ team: { id: 'team-1' } })))
    await waitFor(() => expect(registration.current.isReceivedNow).toBe(true))
    expect(registration.current.isAlternateOpen).toBe(false)
    expect(registration.current.received).toEqual({ id: 'team-1', team: 'Huck Finns', confirmationSentTo: null })
  })

  it('announces a bid that was submitted and never answered as not sent', () => {
    draftStorage(() => localStorage).save({ draft: bid, attempt: { key: 'k1', draft: bid } })
    expect(open().current).toMatchObject({ isDraftOffered: true, unsentTeam: 'Huck Finns' })
    cleanup()
    keep(bid)
    expect(open().current).toMatchObject({ isDraftOffered: true, unsentTeam: null })
  })

  it('asks before it registers the same team for the same address again', async () => {
    const bodies: Record<string, unknown>[] = []
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      const body = JSON.parse(String(init.body))
      bodies.push(body)
      return body.once
        ? Response.json({ code: 'SAME_TEAM_AGAIN', message: '', error: '' }, { status: 409 })
        : Response.json({ team: { id: 'team-2' } }, { status: 201 })
    })
    const registration = open()
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
    type(registration, bid)
    act(() => registration.current.submit())
    await waitFor(() => expect(registration.current.failure).toBe(sameTeamAgain))
    expect(registration.current.bind('teamName').value).toBe('Huck Finns')
    act(() => registration.current.registerSecondTime())
    await waitFor(() => expect(registration.current.received).toMatchObject({ id: 'team-2' }))
    expect(bodies.map(({ once }) => once)).toEqual([true, undefined])
  })

  it('keeps what was typed since the last pause when the page is left', () => {
    type(open(), { teamName: 'Huck Finns' })
    cleanup()
    expect(draftStorage(() => localStorage).load()?.draft.teamName).toBe('Huck Finns')
  })
})
