import { useEffect } from 'react'

/** Keeps the screen on while this is shown, where the device can. The browser ends it with the page's visibility. */
export function useWakeLock(): void {
  useEffect(() => {
    const ended = new AbortController()
    let lock: WakeLockSentinel | undefined
    const take = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // A device that saves its battery refuses, and its screen goes dark as always.
      const taken = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (ended.signal.aborted) return void taken?.release()
      lock = taken
    }
    void take()
    document.addEventListener('visibilitychange', take, { signal: ended.signal })
    return () => {
      ended.abort()
      void lock?.release()
    }
  }, [])
}
