import { useLayoutEffect } from 'react'

const toAttribute = (name: string): string => `data-${name}`

/**
 * Marks the root element as `data-<name>` while the component is there and `isOn`. Style sheets of distant elements use
 * the mark. `:has()` on the root would do the same, but looks through the whole page each time anything in it changes.
 */
export function useRootMark(name: string, isOn = true): void {
  useLayoutEffect(() => {
    if (!isOn) return
    change(name, 1)
    return () => change(name, -1)
  }, [name, isOn])
}

/** Counts, since a second dialog may come before the first one is gone. */
function change(name: string, by: 1 | -1): void {
  const root = document.documentElement
  const count = Number(root.getAttribute(toAttribute(name))) + by
  if (count > 0) root.setAttribute(toAttribute(name), String(count))
  else root.removeAttribute(toAttribute(name))
}
