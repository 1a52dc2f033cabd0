import { Tooltip as Base } from '@base-ui/react/tooltip'
import { type ReactNode, useId, useRef, useState } from 'react'
import styles from './tooltip.module.css'

export interface TooltipProps {
  /** One short sentence. */
  readonly text: string
  /** What it explains: a badge, a word. It becomes a button that a finger can tap. */
  readonly children: ReactNode
}

/**
 * Explains a word or a badge on hover, on focus and, because phones know neither, on a tap.
 * Those who listen hear the text as the description of the button, whether it is open or not.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const [open, setOpen] = useState(false)
  // Where there is a mouse as well, it leaves a place that a finger has scrolled away from it.
  const isTouched = useRef(false)
  const description = useId()
  return (
    <>
      <Base.Root
        open={open}
        onOpenChange={(next, { reason }) => {
          if (next || reason !== 'trigger-hover' || !isTouched.current) setOpen(next)
        }}
      >
        <Base.Trigger
          className={styles['trigger']}
          delay={150}
          closeOnClick={false}
          aria-describedby={description}
          onPointerDown={({ pointerType }) => {
            isTouched.current = pointerType === 'touch'
          }}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
        >
          {children}
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner className={styles['place']} side="top" sideOffset={4} collisionPadding={8}>
            <Base.Popup className={styles['tip']} role="tooltip">
              {text}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      <span id={description} hidden>
        {text}
      </span>
    </>
  )
}
