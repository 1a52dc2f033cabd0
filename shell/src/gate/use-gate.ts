import { call } from '@ultimate/kit/request/api.ts'
import { useEffect, useState } from 'react'
import { forgetEntry, hasEntered } from './gate-flag.ts'

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
