import { lateFile, useLate } from '@ultimate/kit/components/loading/late.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useEffect, useRef, useState } from 'react'
import styles from './memories-section.module.css'
import { MemoriesLoading, MemoriesSection, PhotosNotLoaded } from './memories-section.tsx'

const photos = lateFile(async () => (await import('./photos.tsx')).Photos)

/**
 * Keeps the room of the photos on the home page. The code that shows them is loaded when the visitor scrolls near, or
 * when the browser is idle, so that the first paint does not wait for it.
 */
export function PhotosPlace() {
  const { place, isWanted } = useNearOrIdle()
  const isTd = useSessionStore(({ user }) => user?.role === 'TD')
  const { loaded: Photos, hasFailed, isRetrying, retry } = useLate(photos, isWanted)
  if (Photos) return <Photos />
  return (
    <div ref={place}>
      {isTd && <div className={styles['managerRoom']} />}
      <MemoriesSection>
        {hasFailed ? <PhotosNotLoaded onRetry={retry} isRetrying={isRetrying} /> : <MemoriesLoading />}
      </MemoriesSection>
    </div>
  )
}

/** The distance below the window that counts as near: most of a screen. */
const nearness = '80%'
/** The longest delay of photos that are out of sight on a busy page, in milliseconds. */
const maxWaitMs = 4000

/** Finds out whether the place is near the window, or the page has loaded and rests. Once wanted, always wanted. */
function useNearOrIdle() {
  const place = useRef<HTMLDivElement>(null)
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (isWanted) return
    const want = () => setWanted(true)
    const unwatch = whenNear(place.current, want)
    const unwait = whenIdle(want)
    return () => {
      unwatch()
      unwait()
    }
  }, [isWanted])
  return { place, isWanted }
}

/** Calls `then` when the element comes near the window. Returns how to stop watching. */
export function whenNear(element: HTMLElement | null, then: () => void): () => void {
  if (!element) return () => undefined
  const watcher = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && then(), {
    rootMargin: nearness,
  })
  watcher.observe(element)
  return () => watcher.disconnect()
}

/** Calls `then` when the browser is idle; in Safari, which has no idle callbacks, shortly after loading. */
function whenIdle(then: () => void): () => void {
  let cancel = () => removeEventListener('load', wait)
  const wait = () => {
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(then, 500)
      cancel = () => clearTimeout(timer)
      return
    }
    const callback = requestIdleCallback(then, { timeout: maxWaitMs })
    cancel = () => cancelIdleCallback(callback)
  }
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
  return () => cancel()
}
