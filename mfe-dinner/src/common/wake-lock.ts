import { useEffect } from 'react'

/** Prevents the screen from going dark, where the device can. Browsers end that for a hidden page, so it asks again. */
export function useWakeLock(): void {
  useEffect(() => {
    const ended = new AbortController()
    let lock: WakeLockSentinel | undefined
    const take = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // Rejected on a device that saves its battery; its screen goes dark as always.
      const sentinel = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (ended.signal.aborted) return void sentinel?.release()
      lock = sentinel
    }
    void take()
    document.addEventListener('visibilitychange', take, { signal: ended.signal })
    return () => {
      ended.abort()
      void lock?.release()
    }
  }, [])
}
