import { tabStorage } from '@ultimate/kit/state/kept.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'

interface Kept {
  readonly path: string
  /** Of the window: at another width the same page has another height. */
  readonly width: number
  readonly height: number
}

const key = 'dinnerPageHeight'

/** How high a page was when it was last left in this tab, in px; null where that says nothing about now. */
export function keptHeight(storage: Pick<Storage, 'getItem'>, path: string, width: number): number | null {
  const kept = read(storage)
  return kept?.path === path && kept.width === width ? (kept.height ?? null) : null
}

export function keepHeight(storage: Pick<Storage, 'setItem'>, kept: Kept): void {
  try {
    storage.setItem(key, JSON.stringify(kept))
  } catch {
    // A full or forbidden storage: then the page is as high as what stands in for its content.
  }
}

function read(storage: Pick<Storage, 'getItem'>): Partial<Kept> | null {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** How high this page was when it was last left in this tab, in px; null where it is opened for the first time. */
export const heightHere = (): number | null => keptHeight(tabStorage, location.pathname, innerWidth)

/**
 * While the content is on its way the page is as high as when it was last left in this tab. So a visitor who reloads
 * far down comes back to the same position, and the footer does not jump.
 */
export function useKeptHeight<E extends HTMLElement>(
  isThere: boolean,
): {
  readonly ref: RefObject<E | null>
  readonly style: { readonly minHeight: number } | undefined
} {
  const ref = useRef<E>(null)
  const [before] = useState(heightHere)
  useEffect(() => {
    if (!isThere) return
    const path = location.pathname
    const element = ref.current
    const keep = () => {
      if (element) keepHeight(tabStorage, { path, width: innerWidth, height: element.offsetHeight })
    }
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [isThere])
  return { ref, style: isThere || before === null ? undefined : { minHeight: before } }
}
