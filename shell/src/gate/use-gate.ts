import { call } from '@ultimate/kit/request/api.ts'
import { tabStorage } from '@ultimate/kit/state/kept.ts'
import { useEffect, useState } from 'react'

export type GateState = 'asking' | 'open' | 'closed'

/**
 * Whether the site may show. A page that says there is no gate is believed at once. A tab that has been let in shows
 * the site while the server is asked whether that still holds.
 */
export function useGate(gated: boolean): GateState {
  const [state, setState] = useState<GateState>(() => (!gated || hasEntered() ? 'open' : 'asking'))
  useEffect(() => {
    if (!gated) return
    call('GET /api/gate', {}).then(
      ({ open }) => {
        if (!open) forgetEntry()
        setState(open ? 'open' : 'closed')
      },
      () => setState((known) => (known === 'asking' ? 'closed' : known)),
    )
  }, [gated])
  return state
}

const flag = 'testingAccess'

/** Whether this tab has given the test password. The server's cookie decides; this saves asking it first. */
export function hasEntered(): boolean {
  return tabStorage.getItem(flag) === 'granted'
}

/** For a gate that the server closed again: with another password, or after the cookie was lost. */
export function forgetEntry(): void {
  tabStorage.removeItem(flag)
}

/** Remembers the password was right, and opens the home page afresh. */
export function enterSite(): void {
  tabStorage.setItem(flag, 'granted')
  location.replace('/')
}
