import { Popover } from '@ultimate/kit/components/overlays/popover.tsx'
import { type RefObject, useRef } from 'react'
import { SignInForm } from './sign-in-form.tsx'

export interface LoginPopoverProps {
  readonly open: boolean
  /** The user is signed in, pressed Escape or the cross, or pressed outside. */
  readonly onClose: () => void
  /** The button that opens it: it hangs there, and the focus goes back there. */
  readonly anchor: RefObject<HTMLElement | null>
}

/** The small window behind the Login button. Loaded when it is first wanted. */
export function LoginPopover({ open, onClose, anchor }: LoginPopoverProps) {
  const firstField = useRef<HTMLInputElement>(null)
  return (
    <Popover open={open} onClose={onClose} anchor={anchor} title="Admin Login" initialFocus={firstField}>
      <SignInForm firstField={firstField} onSignedIn={onClose} />
    </Popover>
  )
}
