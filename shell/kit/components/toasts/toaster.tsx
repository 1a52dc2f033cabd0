import { useToastStore } from '@ultimate/kit/components/toasts/toast.ts'
import { type ComponentType, useEffect, useState } from 'react'

const loadToastStack = () => import('./toast-stack.tsx')

/**
 * Mount once, in the shell's frame. What draws the toasts comes with the first touch or key press, so that it costs
 * the first page nothing and its live region is there before anything is announced in it. Where the line is gone at
 * that moment it comes with a later press, or with the line; the page itself must not fall for it.
 */
export function Toaster() {
  const [Stack, setStack] = useState<ComponentType | null>(null)
  const isWanted = useToastStore(({ waiting }) => waiting.length > 0)
  useEffect(() => {
    if (Stack) return
    const ended = new AbortController()
    const want = async () => {
      const stack = await loadToastStack().catch(() => null)
      if (stack && !ended.signal.aborted) setStack(() => stack.ToastStack)
    }
    for (const sign of ['pointerdown', 'keydown', 'online'])
      window.addEventListener(sign, () => void want(), { passive: true, signal: ended.signal })
    if (isWanted) void want()
    return () => ended.abort()
  }, [Stack, isWanted])
  return Stack && <Stack />
}
