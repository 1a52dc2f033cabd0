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
