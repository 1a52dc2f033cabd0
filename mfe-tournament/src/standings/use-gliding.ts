import { type RefObject, useLayoutEffect, useRef } from 'react'

const glideMs = 240

/**
 * Rows (`data-row`, with their ids) that stand elsewhere than before glide there. `order` is what changes with them. The
 * focus stays on a button whose row moves, which a browser forgets when it is put elsewhere.
 */
export function useGliding(list: RefObject<HTMLElement | null>, order: string): void {
  const tops = useRef<ReadonlyMap<string, number>>(new Map())
  const focused = useRef<Element | null>(null)
  focused.current = document.activeElement
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows move when their order changes.
  useLayoutEffect(() => {
    const held = focused.current
    if (held instanceof HTMLElement && list.current?.contains(held) && document.activeElement !== held) held.focus()
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    for (const row of rows) {
      const before = tops.current.get(row.dataset['row'] ?? '')
      if (before === undefined || before === row.offsetTop || isStill) continue
      const start = `translateY(${before - row.offsetTop}px)`
      row.animate([{ transform: start }, { transform: 'none' }], {
        duration: glideMs,
        easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
      })
    }
    tops.current = new Map(rows.map((row) => [row.dataset['row'] ?? '', row.offsetTop]))
  }, [list, order])
}
