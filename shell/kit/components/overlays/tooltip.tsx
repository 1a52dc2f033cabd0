import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { lateFile, useLate } from '../loading/late.tsx'
import styles from './tooltip.module.css'

export interface TooltipProps {
  /** One short sentence. */
  readonly text: string
  /** The explained content: a badge, a word. It becomes a button that a finger can tap. */
  readonly children: ReactNode
}

const popup = lateFile(async () => (await import('./tooltip-popup.tsx')).TooltipPopup)
/**
 * Milliseconds before the mouse takes effect. A mouse that only passes opens nothing, and one that moves from the word
 * to the text closes nothing.
 */
const delayMs = 150

/**
 * Explains a word or a badge on hover, on focus and, because phones know neither, on a tap. Screen readers read the text
 * as the description of the button, open or not. The code that places the text is loaded when the first one opens: a
 * list has dozens of tooltips, and most visitors open none.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const [open, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  if (open && !wasOpen) setWasOpen(true)
  const button = useRef<HTMLButtonElement>(null)
  const description = useId()
  const { loaded: Popup, hasFailed } = useLate(popup, open)
  const hover = useDelayed(setOpen)
  const opens = (next: boolean) => {
    hover.cancel()
    setOpen(next)
  }
  const withMouse = (act: () => void) => (event: { readonly pointerType: string }) => {
    // On a device with both, a finger may scroll the word away from under the mouse.
    if (event.pointerType === 'mouse') act()
  }
  const hoverable = {
    onPointerEnter: withMouse(() => hover.later(true)),
    onPointerLeave: withMouse(() => hover.later(false)),
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles['trigger']}
        aria-describedby={description}
        {...hoverable}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) opens(true)
        }}
        onClick={() => opens(true)}
        onBlur={() => opens(false)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') opens(false)
        }}
      >
        {children}
        {/* Without the file that places it, the text stands below the word. */}
        {open && !Popup && hasFailed && (
          <span className={`${styles['tip']} ${styles['unplaced']}`} role="tooltip">
            {text}
          </span>
        )}
      </button>
      {Popup && wasOpen && (
        <Popup open={open} onClose={() => opens(false)} anchor={button} {...hoverable}>
          {text}
        </Popup>
      )}
      <span id={description} hidden>
        {text}
      </span>
    </>
  )
}

/** Calls `change` with the last value, `delayMs` after it was given. */
function useDelayed(change: (value: boolean) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const later = (value: boolean) => {
    cancel()
    timer.current = setTimeout(change, delayMs, value)
  }
  return { later, cancel }
}
