import { Component, type MouseEvent, type RefObject, useEffect, useState } from 'react'

/** Milliseconds after a control moved in which a press there may have been aimed at what was there before. */
export const reactionMs = 350
/** The milliseconds for which a message shows that a press was ignored. */
const messageMs = 2000

interface Watched {
  /** The ids of the rows in their order, so it changes whenever a row moves; empty without rows. */
  readonly arrangement: string
  /** Changes with each action by which the user expects rows to move. */
  readonly userAction?: string
  /** Identifies what the controls outside of rows are about. */
  readonly subject?: string
}

/**
 * Ignores presses on controls that have just come under the finger. `missedRow` is the `data-row` of the row that was
 * hit, which can ask for another tap; `''` for a control outside of rows. Spread `handlers` on the element around the
 * rows, `area`, and put `watch` into it. A control that has just moved gets `data-just-moved`, and an area that was
 * empty `data-just-came`: style sheets let no pointer reach either.
 */
export function useJustMoved(area: RefObject<HTMLElement | null>, watched: Watched) {
  const { arrangement, userAction = '', subject = '' } = watched
  const [missedRow, setMissedRow] = useState<string | null>(null)
  useEffect(() => {
    if (missedRow === null) return
    const timer = setTimeout(() => setMissedRow(null), messageMs)
    return () => clearTimeout(timer)
  }, [missedRow])
  const handlers = {
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      const isByPointer = event.detail > 0
      const row = (event.target as Element).closest<HTMLElement>('[data-row]')
      if (!isByPointer || !isOnMoved(event, row ?? area.current)) return setMissedRow(null)
      event.stopPropagation()
      setMissedRow(row?.dataset['row'] ?? '')
    },
  }
  return { missedRow, handlers, watch: <Watch {...{ area, arrangement, userAction, subject }} /> }
}

const moved = '[data-just-moved]'

/**
 * True where a press hit a control that has just moved. No pointer reaches such a control, so it is found by its box.
 */
function isOnMoved({ target, clientX: x, clientY: y }: MouseEvent, around: HTMLElement | null): boolean {
  if ((target as Element).closest(controls)) return (target as Element).closest(moved) !== null
  return [...(around?.querySelectorAll(moved) ?? [])].some((control) => {
    const { left, top, right, bottom } = control.getBoundingClientRect()
    return left <= x && x <= right && top <= y && y <= bottom
  })
}

type WatchProps = Required<Watched> & { readonly area: RefObject<HTMLElement | null> }
/** The row, or else the subject, and the box of each control in sight, as one text. */
type Spots = ReadonlyMap<HTMLElement, string>

/** Marks controls that moved. A class, because no hook runs while the page still shows the old arrangement. */
class Watch extends Component<WatchProps> {
  override getSnapshotBeforeUpdate({ arrangement, userAction, subject }: WatchProps): Spots | null {
    const { area, ...now } = this.props
    const isUnexpected = arrangement !== now.arrangement && userAction === now.userAction
    return isUnexpected ? findSpots(area.current, subject) : null
  }

  override componentDidUpdate({ arrangement }: WatchProps, _state: unknown, before: Spots | null) {
    const { area, subject } = this.props
    if (before === null) return
    if (arrangement === '') return markShortly(area.current, 'justCame')
    for (const [control, spot] of findSpots(area.current, subject))
      if (before.get(control) !== spot) markShortly(control, 'justMoved')
  }

  override render() {
    return null
  }
}

const unmarkTimers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>()

function markShortly(element: HTMLElement | null, mark: 'justMoved' | 'justCame'): void {
  if (!element) return
  clearTimeout(unmarkTimers.get(element))
  element.dataset[mark] = ''
  unmarkTimers.set(
    element,
    setTimeout(() => delete element.dataset[mark], reactionMs),
  )
}

const controls = 'button, a'

/**
 * Returns the spots of the controls in sight. Omits chunks out of sight, because the browser has not laid them out.
 */
function findSpots(area: HTMLElement | null, subject: string): Spots {
  const spots = new Map<HTMLElement, string>()
  const chunks = new Map<Element, boolean>()
  for (const control of area?.querySelectorAll<HTMLElement>(controls) ?? []) {
    const row = control.closest<HTMLElement>('[data-row]')
    const chunk = row?.parentElement
    if (chunk && !chunks.has(chunk)) chunks.set(chunk, isSeen(chunk.getBoundingClientRect()))
    if (chunk && chunks.get(chunk) === false) continue
    const { left, top, width, height } = control.getBoundingClientRect()
    spots.set(control, [row?.dataset['row'] ?? subject, ...[left, top, width, height].map(Math.round)].join(' '))
  }
  return spots
}

const isSeen = ({ top, bottom }: DOMRect): boolean => bottom > 0 && top < innerHeight
