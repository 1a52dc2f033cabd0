import { clockOffset } from '@ultimate/kit/state/device-clock.ts'
import { useEffect, useState } from 'react'

const everyMs = 30_000

/** Milliseconds of the server's clock as far as it is known. */
const serverNow = (): number => Date.now() + (clockOffset() ?? 0)

/** Returns the time, read again twice a minute: no event announces that a game is over by the clock. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
