import { tabStorage } from '@ultimate/kit/state/storage.ts'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface PageSizes {
  readonly path: string
  /** The width of the window: at another width the page has another height. */
  readonly width: number
  readonly height: number
  /** The heights in px of the elements with `data-restores-height`, by the value of the attribute. */
  readonly elements: Heights
}

type Heights = Readonly<Record<string, number>>

const key = 'dinnerPageSizes'

/**
 * Returns the sizes stored when the page was last left in this tab; null if there are none for its path and this width.
 */
export function loadSizes(storage: Pick<Storage, 'getItem'>, path: string, width: number): Partial<PageSizes> | null {
  const stored = read(storage)
  return stored?.path === path && stored.width === width ? stored : null
}

export function saveSizes(storage: Pick<Storage, 'setItem'>, sizes: PageSizes): void {
  try {
    storage.setItem(key, JSON.stringify(sizes))
  } catch {
    // The storage is full or forbidden. Then a loading page is as high as its placeholders.
  }
}

function read(storage: Pick<Storage, 'getItem'>): Partial<PageSizes> | null {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

const sizesHere = () => loadSizes(tabStorage, location.pathname, innerWidth)

/**
 * Returns the height of this page when it was last left in this tab, in px; null where it is opened for the first time.
 */
export const heightHere = (): number | null => sizesHere()?.height ?? null

function measureSizes(page: HTMLElement): Pick<PageSizes, 'height' | 'elements'> {
  const shown = page.querySelectorAll<HTMLElement>('[data-restores-height]:not([hidden] *)')
  const heights = Array.from(shown, (one) => [one.dataset['restoresHeight'], one.getBoundingClientRect().height])
  return { height: page.offsetHeight, elements: Object.fromEntries(heights) }
}

/**
 * Returns the heights in px of the elements with `data-restores-height` when this page was last left in this tab.
 * Elements that are not drawn yet, or out of sight, take as much room, so that the elements in sight stay where they
 * are.
 */
export const useRestoredHeights = (): Heights => useState(() => sizesHere()?.elements ?? {})[0]

/**
 * Returns props that make the page as high as when it was last left in this tab, while its content is loading. So a
 * visitor who reloads far down comes back to the same position, and the footer does not jump.
 */
export function useRestoredHeight<E extends HTMLElement>(
  isLoaded: boolean,
): {
  readonly ref: RefObject<E | null>
  readonly style: { readonly minHeight: number } | undefined
} {
  const ref = useRef<E>(null)
  const [lastHeight] = useState(heightHere)
  // A layout effect, because its cleanup runs before the page is taken out of the document, where it has no height.
  useLayoutEffect(() => {
    if (!isLoaded) return
    const path = location.pathname
    const element = ref.current
    const save = () => {
      if (element) saveSizes(tabStorage, { path, width: innerWidth, ...measureSizes(element) })
    }
    addEventListener('pagehide', save)
    return () => {
      removeEventListener('pagehide', save)
      save()
    }
  }, [isLoaded])
  return { ref, style: isLoaded || lastHeight === null ? undefined : { minHeight: lastHeight } }
}
