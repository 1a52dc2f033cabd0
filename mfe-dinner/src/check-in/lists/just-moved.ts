import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Milliseconds after a row moved in which a press cannot have been aimed at what stands there now. */
export const reactionMs = 350
/** How long it is said that a press was not taken. */
const saidMs = 2000

interface Placed {
  /** Changes whenever a row moves; empty before there is one. */
  readonly place: string
  /** What the user did: a change that follows from it is expected. */
  readonly asked?: string
  /** What everything beside the rows is. */
  readonly beside?: string
}

/** Where the rows in sight stood, until a moment of `performance.now`. */
interface Seen {
  readonly until: number
  readonly rows: readonly { readonly row: string; readonly top: number; readonly bottom: number }[]
  readonly beside: string
}

/**
 * Stops presses under which another row stood when they were aimed, and names the row that was hit instead, so that it can
 * say so; what did not move under the finger takes every press. Rows are known by `data-row`. Spread `handlers` on the
 * element around what moves, `area`: it has `data-just-moved` for the first moment in which something is there.
 */
export function useJustMoved(area: RefObject<HTMLElement | null>, { place, asked = '', beside = '' }: Placed) {
  const before = useRef({ place, asked, beside })
  const leaving = useRef<Seen['rows']>([])
  const lately = useRef<readonly Seen[]>([])
  const pressed = useRef<string | null>(null)
  const [again, setAgain] = useState<string | null>(null)
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Here, because the page still shows what is about to change.
  if (before.current.place !== place) leaving.current = rowsInSight(area.current)
  useLayoutEffect(() => {
    const last = before.current
    before.current = { place, asked, beside }
    const element = area.current
    if (!element || last.place === place || last.asked !== asked) return
    const now = performance.now()
    if (last.place !== '')
      lately.current = [...since(lately.current, now), { until: now, rows: leaving.current, beside: last.beside }]
    else element.dataset['justMoved'] = 'new'
    clearTimeout(settling.current)
    settling.current = setTimeout(() => delete element.dataset['justMoved'], reactionMs)
  }, [area, place, asked, beside])
  useEffect(() => {
    if (again === null) return
    const timer = setTimeout(() => setAgain(null), saidMs)
    return () => clearTimeout(timer)
  }, [again])

  const hitBy = ({ target }: MouseEvent): string =>
    (target as Element).closest<HTMLElement>('[data-row]')?.dataset['row'] ?? before.current.beside
  const handlers = {
    onPointerDownCapture: (event: PointerEvent<HTMLElement>) => {
      const hit = hitBy(event)
      const aimed = since(lately.current, performance.now()).map((seen) => rowAt(seen, event.clientY))
      pressed.current = aimed.find((row) => row !== hit) ?? hit
    },
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      const hit = hitBy(event)
      const isByPointer = event.detail > 0
      if (!isByPointer || pressed.current === null || pressed.current === hit) return setAgain(null)
      event.stopPropagation()
      setAgain(hit)
    },
  }
  return { again, handlers }
}

const since = (seen: readonly Seen[], now: number): readonly Seen[] =>
  seen.filter(({ until }) => now - until < reactionMs)

const rowAt = ({ rows, beside }: Seen, y: number): string =>
  rows.find(({ top, bottom }) => top <= y && y < bottom)?.row ?? beside

/** Rows are measured only in chunks that are in sight: the browser has not laid out the others. */
function rowsInSight(area: HTMLElement | null): Seen['rows'] {
  const chunks = new Map<Element | null, boolean>()
  return [...(area?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].flatMap((element) => {
    const chunk = element.parentElement
    const isInSight = chunks.get(chunk) ?? (chunk !== null && isSeen(chunk.getBoundingClientRect()))
    chunks.set(chunk, isInSight)
    if (!isInSight) return []
    const { top, bottom } = element.getBoundingClientRect()
    return [{ row: element.dataset['row'] ?? '', top, bottom }]
  })
}

const isSeen = ({ top, bottom }: DOMRect): boolean => bottom > 0 && top < innerHeight
