import { onWaitingToast } from '@ultimate/kit/components/toast.ts'
import { lazy, Suspense, useEffect, useState } from 'react'

const loadToastStack = () => import('./toast-stack.tsx')
const ToastStack = lazy(async () => ({ default: (await loadToastStack()).ToastStack }))

/**
 * Mount once, in the shell's frame. What draws the toasts comes with the first touch or key press, so that it costs
 * the first page nothing and its live region is there before anything is announced in it.
 */
export function Toaster() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (wanted) return
    const want = () => setWanted(true)
    const ended = new AbortController()
    const once = { once: true, passive: true, signal: ended.signal }
    window.addEventListener('pointerdown', want, once)
    window.addEventListener('keydown', want, once)
    const unwatch = onWaitingToast(want)
    return () => {
      ended.abort()
      unwatch()
    }
  }, [wanted])
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <ToastStack />
    </Suspense>
  )
}
