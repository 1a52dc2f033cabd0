import { useToastStore } from '@ultimate/kit/components/toasts/toast.ts'
import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { whenIdle } from '../../request/throttled.ts'

const loadToastStack = () => import('./toast-stack.tsx')

/**
 * Mount once, in the shell's frame. What draws the toasts comes after the first tap or key press, so that it costs the first
 * page nothing and its live region is there before anything is announced in it; not with it, since what was tapped or typed
 * would be drawn only after it. Where the line is gone at that moment it comes with a later press, or with the line; the
 * page itself must not fall for it.
 */
export function Toaster() {
  const [Stack, setStack] = useState<ComponentType | null>(null)
  const isWanted = useToastStore(({ waiting }) => waiting.length > 0)
  useEffect(() => {
    if (Stack) return
    const ended = new AbortController()
    const want = async () => {
      const stack = await loadToastStack().catch(() => null)
      if (stack && !ended.signal.aborted) startTransition(() => setStack(() => stack.ToastStack))
    }
    for (const sign of ['click', 'keydown', 'online'])
      window.addEventListener(sign, () => void whenIdle(want), { passive: true, signal: ended.signal })
    if (isWanted) void want()
    return () => ended.abort()
  }, [Stack, isWanted])
  return Stack && <Stack />
}
