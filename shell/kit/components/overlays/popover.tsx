import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Popover as Base } from '@base-ui/react/popover'
import { useBackCloses } from '@ultimate/kit/components/overlays/overlay-history.ts'
import { X } from 'lucide-react'
import { type ReactElement, type ReactNode, type RefObject, useState } from 'react'
import { classNames } from '../class-names.ts'
import { useAsksToClose } from './confirm-dialog.tsx'
import dialogStyles from './dialog.module.css'
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
              <Base.Close className={dialogStyles['cross']} aria-label="Close">
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

interface MenuProps {
  /** The element that opens it, usually a `<Button>` or `<IconButton>`. */
  readonly trigger: ReactElement
  /** `MenuItem`, `MenuLink` and `MenuSeparator` elements. */
  readonly children: ReactNode
}

/** Unlike a dialog, a menu is no region of its own: it stands inside the page's main one. */
const mainRegion = (): HTMLElement | undefined => document.querySelector('main') ?? undefined

/** A short list of actions or pages behind a button. Arrow keys walk; Escape, Back and a tap outside close. */
export function Menu({ trigger, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  useBackCloses(isOpen, () => setOpen(false))
  return (
    <BaseMenu.Root modal={false} open={isOpen} onOpenChange={(next) => setOpen(next)}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal container={mainRegion()}>
        <BaseMenu.Positioner className={styles['place']} align="end" sideOffset={8} collisionPadding={8}>
          <BaseMenu.Popup className={styles['menu']}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

interface MenuItemProps {
  readonly icon?: ReactNode
  readonly children: ReactNode
  readonly onSelect: () => void
  readonly tone?: 'danger'
}

/** An action. */
export function MenuItem({ icon, children, onSelect, tone }: MenuItemProps) {
  return (
    <BaseMenu.Item className={classNames(styles['item'], tone === 'danger' && styles['danger'])} onClick={onSelect}>
      {icon}
      {children}
    </BaseMenu.Item>
  )
}

/** A place: give the link element, so that it opens in another tab like any link. */
export function MenuLink({ link, children }: { readonly link: ReactElement; readonly children: ReactNode }) {
  return (
    <BaseMenu.Item className={styles['item']} render={link}>
      {children}
    </BaseMenu.Item>
  )
}

export function MenuSeparator() {
  return <BaseMenu.Separator className={styles['separator']} />
}
