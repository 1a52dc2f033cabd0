import { useSyncExternalStore } from 'react'

const query = '(prefers-reduced-motion: reduce)'

function watch(onChange: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Whether this device asks for less motion. */
export const useReducedMotion = (): boolean => useSyncExternalStore(watch, () => matchMedia(query).matches)
