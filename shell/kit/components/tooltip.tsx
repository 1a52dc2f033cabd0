import { Popover } from '@base-ui/react/popover'
import { type ReactNode, useId, useState } from 'react'
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
  const description = useId()
  return (
    <>
      <Popover.Root open={open} onOpenChange={(next) => setOpen(next)}>
        <Popover.Trigger
          className={styles['trigger']}
          openOnHover
          delay={150}
          aria-describedby={description}
          onFocus={(event) => event.currentTarget.matches(':focus-visible') && setOpen(true)}
          onBlur={() => setOpen(false)}
        >
          {children}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner className={styles['place']} side="top" sideOffset={4} collisionPadding={8}>
            <Popover.Popup className={styles['tip']} role="tooltip" initialFocus={false} finalFocus={false}>
              {text}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      <span id={description} hidden>
        {text}
      </span>
    </>
  )
}
