import { beforeEach, describe, expect, it, vi } from 'vitest'
import { drawToasts, type ToastMessage, toast, useToastStore } from './toast.ts'

// Files of tests share modules, and some raise toasts that they do not draw.
beforeEach(() => useToastStore.setState(useToastStore.getInitialState(), true))

describe('toasts', () => {
  it('wait until they can be drawn, and are drawn once, in their order', () => {
    const drawn: string[] = []
    const draw = ({ text }: ToastMessage) => void drawn.push(text)
    toast.success('Slot added.')
    toast.error('Failed to delete photo')
    const stop = drawToasts(draw)
    toast.success('Slot saved.')
    stop()
    toast.success('Slot deleted.')
    expect(drawn).toEqual(['Slot added.', 'Failed to delete photo', 'Slot saved.'])
    expect(useToastStore.getState().waiting).toMatchObject([{ text: 'Slot deleted.' }])
  })

  it('offer an undo under that name', () => {
    const undo = vi.fn()
    toast.success('Turkey checked in', { undo })
    const [message] = useToastStore.getState().waiting
    message?.action?.run()
    expect([message?.action?.label, undo.mock.calls.length]).toEqual(['Undo', 1])
  })
})
