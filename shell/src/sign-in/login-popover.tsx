import { Popover } from '@base-ui/react/popover'
import { X } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import styles from './login-popover.module.css'
import { SignInForm } from './sign-in-form.tsx'

export interface LoginPopoverProps {
  readonly open: boolean
  /** Somebody is in, pressed Escape, pressed the cross, or pressed somewhere else. */
  readonly onClose: () => void
  /** The button that opens it: it hangs there, and the focus goes back there. */
  readonly anchor: RefObject<HTMLElement | null>
}

/** The small window behind the Login button. Loaded when it is first wanted. */
export function LoginPopover({ open, onClose, anchor }: LoginPopoverProps) {
  const firstField = useRef<HTMLInputElement>(null)
  const change = (next: boolean, details: Popover.Root.ChangeEventDetails) => {
    // A press on the button is the button's to answer; closing here as well would make it open again at once.
    const pressed = details.reason === 'outside-press' ? details.event.target : null
    if (pressed instanceof Node && anchor.current?.contains(pressed)) return
    if (!next) onClose()
  }
  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Portal>
        <Popover.Positioner
          className={styles['positioner']}
          anchor={anchor}
          side="bottom"
          align="end"
          sideOffset={8}
          collisionPadding={8}
        >
          <Popover.Popup className={styles['popup']} initialFocus={firstField} finalFocus={anchor}>
            <div className={styles['heading']}>
              <Popover.Title className={styles['title']}>Admin Login</Popover.Title>
              <Popover.Close className={styles['close']} aria-label="Close">
                <X aria-hidden="true" />
              </Popover.Close>
            </div>
            <SignInForm firstField={firstField} onSignedIn={onClose} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
