import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import styles from './popover.module.css'

export interface PopoverProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The element that opens it, usually a `<Button>`. */
  readonly trigger: ReactElement
  readonly title?: string
  readonly children: ReactNode
  readonly align?: 'start' | 'center' | 'end'
}

/** A small paper beside its button. Closes on a tap outside and on Escape, and gives the focus back. */
export function Popover({ open, onOpenChange, trigger, title, children, align = 'end' }: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles['place']} align={align} sideOffset={8} collisionPadding={8}>
          <Base.Popup className={styles['popover']}>
            {title && <Base.Title className={styles['title']}>{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
