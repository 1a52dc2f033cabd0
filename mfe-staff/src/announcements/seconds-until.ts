import { clockOffset } from '@ultimate/kit/state/device-clock.ts'
import { useEffect, useState } from 'react'

/** Returns the seconds until this moment by the server's clock; 0 once it has passed. */
export function useSecondsUntil(moment: string | null): number {
  const left = () =>
    moment === null ? 0 : Math.max(0, Math.ceil((Date.parse(moment) - Date.now() - (clockOffset() ?? 0)) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    if (moment === null || seconds === 0) return
    const timer = setInterval(() => setSeconds(left()), 500)
    return () => clearInterval(timer)
  })
  return seconds
}
