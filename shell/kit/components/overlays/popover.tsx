import { Popover as Base } from '@base-ui/react/popover'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useAsksToClose } from './confirm-dialog.tsx'
import crossStyles from './cross.module.css'
import styles from './popover.module.css'

export interface PopoverProps {
  readonly open: boolean
  /** Asked to close: by Escape, Back, the cross or a press outside, and by the user again if text would be lost. */
  readonly onClose: () => void
  /** The button that opens it: the popover hangs there, and gives the focus back to it. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly title: string
  readonly children: ReactNode
  /** The element that gets the focus when it opens. */
  readonly initialFocus?: RefObject<HTMLElement | null>
}

/** A small paper that hangs from its button. */
export function Popover({ open, onClose, anchor, title, children, initialFocus }: PopoverProps) {
  const change = (next: boolean, details: Base.Root.ChangeEventDetails) => {
    // A press on the button is the button's to answer; closing here as well would make it open again at once.
    const pressed = details.reason === 'outside-press' ? details.event.target : null
    if (pressed instanceof Node && anchor.current?.contains(pressed)) return
    if (!next) askToClose()
  }
  const { onFocus, question, askToClose } = useAsksToClose(open, onClose)
  return (
    <Base.Root open={open} onOpenChange={change}>
      <Base.Portal>
        <Base.Positioner className={styles['place']} anchor={anchor} align="end" sideOffset={8} collisionPadding={8}>
          <Base.Popup
            className={styles['popover']}
            finalFocus={anchor}
            {...(initialFocus && { initialFocus })}
            onFocus={onFocus}
          >
            <div className={styles['head']}>
              <Base.Title className={styles['title']}>{title}</Base.Title>
              <Base.Close className={crossStyles['cross']} aria-label="Close">
                <X aria-hidden="true" />
              </Base.Close>
            </div>
            {children}
            {question}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
