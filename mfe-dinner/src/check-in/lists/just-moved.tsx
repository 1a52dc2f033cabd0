import { Component, type MouseEvent, type RefObject, useEffect, useState } from 'react'

/** Milliseconds after a control moved in which a press there may have been aimed at what was there before. */
export const reactionMs = 350
/** The milliseconds for which a message shows that a press was not taken. */
const saidMs = 2000

interface Placed {
  /** Changes whenever a row moves; empty before there is one. */
  readonly place: string
  /** The last action of the user: a change that follows from it is expected. */
  readonly asked?: string
  /** The subject of the controls beside the rows. */
  readonly beside?: string
}

/**
 * Stops presses on controls that have just come under the finger, and names the row that was hit in `again`, so that it
 * can ask for another tap; a control that stayed where it was takes every press. Rows are known by `data-row`; `''` is
 * everything beside them. Spread `handlers` on the element around what moves, `area`, and put `watch` into it.
 * Meanwhile a control that moved has `data-just-moved`, and the area `data-just-came` if nothing was there before:
 * style sheets take both away from under the finger.
 */
export function useJustMoved(area: RefObject<HTMLElement | null>, { place, asked = '', beside = '' }: Placed) {
  const [again, setAgain] = useState<string | null>(null)
  useEffect(() => {
    if (again === null) return
    const timer = setTimeout(() => setAgain(null), saidMs)
    return () => clearTimeout(timer)
  }, [again])
  const handlers = {
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      const isByPointer = event.detail > 0
      const row = (event.target as Element).closest<HTMLElement>('[data-row]')
      if (!isByPointer || !isOnMoved(event, row ?? area.current)) return setAgain(null)
      event.stopPropagation()
      setAgain(row?.dataset['row'] ?? '')
    },
  }
  return { again, handlers, watch: <Watch area={area} place={place} asked={asked} beside={beside} /> }
}

const moved = '[data-just-moved]'

/** A control that was taken away from under the finger is found by its box. */
function isOnMoved({ target, clientX: x, clientY: y }: MouseEvent, around: HTMLElement | null): boolean {
  if ((target as Element).closest(controls)) return (target as Element).closest(moved) !== null
  return [...(around?.querySelectorAll(moved) ?? [])].some((control) => {
    const { left, top, right, bottom } = control.getBoundingClientRect()
    return left <= x && x <= right && top <= y && y <= bottom
  })
}

type WatchProps = Required<Placed> & { readonly area: RefObject<HTMLElement | null> }
type Sight = ReadonlyMap<HTMLElement, string>

/** A class, because no hook runs when the page still shows what is about to change. */
class Watch extends Component<WatchProps> {
  override getSnapshotBeforeUpdate({ place, asked, beside }: WatchProps): Sight | null {
    const { area, ...now } = this.props
    return place !== now.place && asked === now.asked ? controlsInSight(area.current, beside) : null
  }

  override componentDidUpdate({ place }: WatchProps, _state: unknown, before: Sight | null) {
    const { area, beside } = this.props
    if (before === null) return
    if (place === '') return markShortly(area.current, 'justCame')
    for (const [control, spot] of controlsInSight(area.current, beside))
      if (before.get(control) !== spot) markShortly(control, 'justMoved')
  }

  override render() {
    return null
  }
}

const marking = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>()

function markShortly(element: HTMLElement | null, mark: 'justMoved' | 'justCame'): void {
  if (!element) return
  clearTimeout(marking.get(element))
  element.dataset[mark] = ''
  marking.set(
    element,
    setTimeout(() => delete element.dataset[mark], reactionMs),
  )
}

const controls = 'button, a'

/**
 * Returns the subject and box of each control in sight. Chunks out of sight are omitted: the browser has not laid them
 * out.
 */
function controlsInSight(area: HTMLElement | null, beside: string): Sight {
  const sight = new Map<HTMLElement, string>()
  const chunks = new Map<Element, boolean>()
  for (const control of area?.querySelectorAll<HTMLElement>(controls) ?? []) {
    const row = control.closest<HTMLElement>('[data-row]')
    const chunk = row?.parentElement
    if (chunk && !chunks.has(chunk)) chunks.set(chunk, isSeen(chunk.getBoundingClientRect()))
    if (chunk && chunks.get(chunk) === false) continue
    const { left, top, width, height } = control.getBoundingClientRect()
    sight.set(control, [row?.dataset['row'] ?? beside, ...[left, top, width, height].map(Math.round)].join(' '))
  }
  return sight
}

const isSeen = ({ top, bottom }: DOMRect): boolean => bottom > 0 && top < innerHeight
