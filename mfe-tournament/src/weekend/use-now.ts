import { clockOffset } from '@ultimate/kit/state/device-clock.ts'
import { useEffect, useState } from 'react'

const everyMs = 30_000

/** Milliseconds of the server's clock as far as it is known. */
const serverNow = (): number => Date.now() + (clockOffset() ?? 0)

/** The time, read again twice a minute: what is over by the clock is announced by no event. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
