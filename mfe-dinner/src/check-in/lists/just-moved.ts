import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Milliseconds after a row moved in which a press cannot have been aimed at what stands there now. */
export const reactionMs = 350
/** How long it is said that a press was not taken. */
const saidMs = 2000

interface Placed {
  /** Changes whenever a row moves; empty before there is one. */
  readonly place: string
  /** What the user did: a change that follows from it is expected. */
  readonly asked?: string
}

/**
 * Stops presses that were aimed at what stood there before, and names the row that was hit instead, so that it can say
 * so. Rows are known by `data-row`; `''` is everything beside them. Spread `handlers` on the element around what moves,
 * `area`: meanwhile it has `data-just-moved`, by which its style sheet takes the buttons away from under the finger; `new`
 * where nothing was there before.
 */
export function useJustMoved(area: RefObject<HTMLElement | null>, { place, asked = '' }: Placed) {
  const before = useRef({ place, asked })
  const movedAt = useRef(Number.NEGATIVE_INFINITY)
  const pressedAt = useRef(Number.NEGATIVE_INFINITY)
  const [again, setAgain] = useState<string | null>(null)
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    const last = before.current
    before.current = { place, asked }
    const element = area.current
    if (!element || last.place === place || last.asked !== asked) return
    if (last.place !== '') movedAt.current = performance.now()
    element.dataset['justMoved'] = last.place === '' ? 'new' : 'changed'
    clearTimeout(settling.current)
    settling.current = setTimeout(() => delete element.dataset['justMoved'], reactionMs)
  }, [area, place, asked])
  useEffect(() => {
    if (again === null) return
    const timer = setTimeout(() => setAgain(null), saidMs)
    return () => clearTimeout(timer)
  }, [again])

  const handlers = {
    onPointerDownCapture: () => {
      pressedAt.current = performance.now()
    },
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      const isByPointer = event.detail > 0
      if (!isByPointer || Math.abs(pressedAt.current - movedAt.current) >= reactionMs) return setAgain(null)
      event.stopPropagation()
      const row = (event.target as Element).closest<HTMLElement>('[data-row]')
      setAgain(row?.dataset['row'] ?? '')
    },
  }
  return { again, handlers }
}
