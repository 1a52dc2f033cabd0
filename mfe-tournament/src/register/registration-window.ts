import type { EditionFacts } from '@ultimate/events/language/edition-facts.ts'
import { useFacts } from '@ultimate/kit/event/edition.ts'
import { useEffect, useState } from 'react'

/** The state of registration; `at` is when it changed or will change, null where no one has set it. */
export interface RegistrationWindow {
  readonly status: 'not-yet' | 'open' | 'closed'
  readonly at: Date | null
}

/** The registration at `now`, in milliseconds. */
export function registrationAt({ opens, closes }: EditionFacts['registration'], now: number): RegistrationWindow {
  if (closes !== null && Date.parse(closes) <= now) return { status: 'closed', at: new Date(closes) }
  if (opens !== null && now < Date.parse(opens)) return { status: 'not-yet', at: new Date(opens) }
  return { status: 'open', at: closes === null ? null : new Date(closes) }
}

/** A day, because a browser's timer waits less than 25 days. */
const maxWaitMs = 24 * 60 * 60_000

/** Returns the state of registration by the clock of this device; the server decides. */
export function useRegistrationWindow(): RegistrationWindow {
  const { registration } = useFacts()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const next = [registration.opens, registration.closes]
      .map((moment) => Date.parse(moment ?? ''))
      .filter((moment) => moment > now)
    if (next.length === 0) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(maxWaitMs, Math.min(...next) - now + 50))
    return () => clearTimeout(timer)
  }, [registration, now])
  return registrationAt(registration, Math.max(now, Date.now()))
}
