import { useLocation } from '@ultimate/kit/router.ts'
import { useState } from 'react'

/**
 * State of something that lies over the page and closes when the page changes. It is open for a path, so leaving that
 * path closes it in the same rendering, without an effect.
 */
export function useClosingWithPage<T>(): [value: T | null, set: (value: T | null) => void] {
  const { key } = useLocation()
  const [opened, setOpened] = useState<{ readonly at: string; readonly value: T } | null>(null)
  const value = opened && opened.at === key ? opened.value : null
  return [value, (next) => setOpened(next === null ? null : { at: key, value: next })]
}
