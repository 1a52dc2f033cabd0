import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { User } from '@ultimate/events/platform/api.ts'
import { discardCommands, queueCommand, useQueuedCommands } from '@ultimate/kit/offline-queue/queue.ts'
import { decideTap, keepTap, onOutcome, useTaps } from '@ultimate/kit/outbox/outbox.ts'
import { signIn, signOut } from '@ultimate/kit/state/session.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const request = { operation: 'PUT /api/x', params: {}, body: {}, answers: 'signup', subject: 'pie', label: 'Pie' }

beforeEach(() => signIn({ id: 'early', username: 'early', role: 'helper' } as User, 'token'))

afterEach(async () => {
  // The queue is shared with the files that run after this one.
  const { result } = renderHook(useQueuedCommands)
  await act(() => discardCommands(result.current))
  cleanup()
  act(() => signOut())
  vi.unstubAllGlobals()
})

describe('A part of an earlier release', () => {
  it('takes commands and outcomes in its words, as other tabs do', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ code: 'SLOT_OCCUPIED', message: 'No.' }, { status: 409 }))
    const steps: string[] = []
    const otherTab = new BroadcastChannel('outbox')
    otherTab.onmessage = ({ data: { type, tap } }) => steps.push(`${type}: ${tap.step}`)
    const outcomes: string[] = []
    const stop = onOutcome((_, { kind }) => void outcomes.push(kind))
    const { result } = renderHook(() => ({ taps: useTaps(), commands: useQueuedCommands() }))

    expect(await act(() => keepTap(request))).toMatchObject({
      shape: 1,
      step: 'not-sent',
      trouble: null,
      refusal: null,
    })
    const refusal = { code: 'SLOT_OCCUPIED', message: 'No.' }
    await waitFor(() => expect(result.current.taps).toMatchObject([{ step: 'refused', refusal }]))
    expect(result.current.commands).toMatchObject([{ status: 'rejected', rejection: refusal }])
    expect(outcomes).toEqual(['refused'])

    const [refused] = result.current.taps
    if (refused) await act(() => decideTap(refused, 'keep theirs'))
    await waitFor(() => expect(result.current.taps).toEqual([]))
    await waitFor(() =>
      expect(steps).toEqual(['changed: not-sent', 'changed: sending', 'changed: refused', 'gone: refused']),
    )
    otherTab.close()
    stop()
  })

  it('is shown what a part of today has queued, and that one what an earlier tab sends', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    const { result } = renderHook(() => ({ taps: useTaps(), commands: useQueuedCommands() }))
    await act(() => queueCommand(request))
    await waitFor(() => expect(result.current.taps).toMatchObject([{ label: 'Pie', step: 'sending' }]))
    const [tap] = result.current.taps
    const otherTab = new BroadcastChannel('outbox')
    otherTab.postMessage({ type: 'changed', tap: { ...tap, label: 'Ham', step: 'refused' } })
    await waitFor(() => expect(result.current.commands).toMatchObject([{ label: 'Ham', status: 'rejected' }]))
    otherTab.close()
  })
})
