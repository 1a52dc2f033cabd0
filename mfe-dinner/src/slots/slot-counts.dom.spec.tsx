import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { SessionAnswer } from '@ultimate/events/dinner/board/board-api.ts'
import { wouldLoseWork } from '@ultimate/kit/form/leave-warning.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SlotCounts } from './slot-counts.tsx'

const open: SessionAnswer = { started_at: null, finished_at: null, warming_slots: 24, buffet_slots: 16 }
const locked: SessionAnswer = { ...open, started_at: '2025-11-23T00:00:00.000Z' }
const warming = () => screen.queryByLabelText<HTMLInputElement>('Warming slots')

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('The form of the slot counts', () => {
  const untouched = async () => undefined
  const typed = (text: string) => async () => {
    await userEvent.clear(warming() as HTMLInputElement)
    await userEvent.type(warming() as HTMLInputElement, text)
  }
  const sent = async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    await typed('30')()
    await userEvent.click(screen.getByRole('button', { name: 'Save slots' }))
  }

  it.each([
    ['untouched', untouched],
    ['typed in', typed('3')],
    ['wrong', typed('0')],
    ['sent', sent],
  ])('is locked by the start of dinner while it is %s, and open again after a reset', async (_, reach) => {
    const { rerender } = render(<SlotCounts session={open} />)
    await reach()
    rerender(<SlotCounts session={locked} />)
    expect(warming()).toBeNull()
    rerender(<SlotCounts session={open} />)
    expect(warming()?.value).toBe('24')
  })

  it('shows Save and Cancel while there is something to save', async () => {
    render(<SlotCounts session={open} />)
    const isIdle = () => document.querySelector('[data-idle]') !== null
    expect(isIdle()).toBe(true)
    await typed('3')()
    expect([isIdle(), wouldLoseWork()]).toEqual([false, true])
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect([isIdle(), warming()?.value, wouldLoseWork()]).toEqual([true, '24', false])
  })
})
