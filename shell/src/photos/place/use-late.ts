import { useCallback, useEffect, useState } from 'react'

type Late<Loaded> =
  | { readonly state: 'waiting' | 'loading' | 'failed' }
  | { readonly state: 'loaded'; readonly loaded: Loaded }

/**
 * Loads something of the page once it is wanted. Unlike `lazy`, which remembers a failure for ever, it can be asked to
 * try again. `load` must be stable.
 */
export function useLate<Loaded>(load: () => Promise<Loaded>, isWanted: boolean) {
  const [late, setLate] = useState<Late<Loaded>>({ state: 'waiting' })
  const start = useCallback(() => {
    setLate({ state: 'loading' })
    load().then(
      (loaded) => setLate({ state: 'loaded', loaded }),
      () => setLate({ state: 'failed' }),
    )
  }, [load])
  useEffect(() => {
    if (isWanted && late.state === 'waiting') start()
  }, [isWanted, late.state, start])
  return {
    loaded: late.state === 'loaded' ? late.loaded : null,
    hasFailed: late.state === 'failed',
    retry: start,
  }
}
