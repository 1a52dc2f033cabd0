import { Menu as Base } from '@base-ui/react/menu'
import { useBackCloses } from '@ultimate/kit/components/overlays/overlay-history.ts'
import { type ReactElement, type ReactNode, useState } from 'react'
import { classNames } from '../class-names.ts'
import styles from './popover.module.css'

export interface MenuProps {
  /** The element that opens it, usually a `<Button>` or `<IconButton>`. */
  readonly trigger: ReactElement
  /** `MenuItem`, `MenuLink` and `MenuSeparator` elements. */
  readonly children: ReactNode
  readonly align?: 'start' | 'center' | 'end'
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

/** Unlike a dialog, a menu is no region of its own: it stands inside the page's main one. */
const mainRegion = (): HTMLElement | undefined => document.querySelector('main') ?? undefined

/** A short list of actions or pages behind a button. Arrow keys walk; Escape, Back and a tap outside close. */
export function Menu({ trigger, children, align = 'end', open, onOpenChange }: MenuProps) {
  const [isOpenByItself, setOpenByItself] = useState(false)
  const isOpen = open ?? isOpenByItself
  const change = (next: boolean) => {
    setOpenByItself(next)
    onOpenChange?.(next)
  }
  useBackCloses(isOpen, () => change(false))
  return (
    <Base.Root modal={false} open={isOpen} onOpenChange={(next) => change(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal container={mainRegion()}>
        <Base.Positioner className={styles['place']} align={align} sideOffset={8} collisionPadding={8}>
          <Base.Popup className={styles['menu']}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export interface MenuItemProps {
  readonly icon?: ReactNode
  readonly children: ReactNode
  readonly onSelect: () => void
  readonly disabled?: boolean | undefined
  readonly tone?: 'regular' | 'danger'
}

/** An action. */
export function MenuItem({ icon, children, onSelect, disabled, tone }: MenuItemProps) {
  return (
    <Base.Item
      className={classNames(styles['item'], tone === 'danger' && styles['danger'])}
      disabled={disabled ?? false}
      onClick={onSelect}
    >
      {icon}
      {children}
    </Base.Item>
  )
}

/** A place: give the link element, so that it opens in another tab like any link. */
export function MenuLink({ link, children }: { readonly link: ReactElement; readonly children: ReactNode }) {
  return (
    <Base.Item className={styles['item']} render={link}>
      {children}
    </Base.Item>
  )
}

export function MenuSeparator() {
  return <Base.Separator className={styles['separator']} />
}
