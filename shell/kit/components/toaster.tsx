import { onWaitingToast } from '@ultimate/kit/components/toast.ts'
import { type ComponentType, useEffect, useState } from 'react'

const loadToastStack = () => import('./toast-stack.tsx')

/**
 * Mount once, in the shell's frame. What draws the toasts comes with the first touch or key press, so that it costs
 * the first page nothing and its live region is there before anything is announced in it. Where the line is gone at
 * that moment it comes with a later press, or with the line; the page itself must not fall for it.
 */
export function Toaster() {
  const [Stack, setStack] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (Stack) return
    const ended = new AbortController()
    const want = async () => {
      const stack = await loadToastStack().catch(() => null)
      if (stack && !ended.signal.aborted) setStack(() => stack.ToastStack)
    }
    for (const sign of ['pointerdown', 'keydown', 'online'])
      window.addEventListener(sign, () => void want(), { passive: true, signal: ended.signal })
    const unwatch = onWaitingToast(() => void want())
    return () => {
      ended.abort()
      unwatch()
    }
  }, [Stack])
  return Stack && <Stack />
}
