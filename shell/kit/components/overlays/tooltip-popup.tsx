import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { PointerEventHandler, ReactNode, RefObject } from 'react'
import styles from './tooltip.module.css'

export interface TooltipPopupProps {
  readonly open: boolean
  /** Asked to close by Escape or a press elsewhere. */
  readonly onClose: () => void
  readonly anchor: RefObject<HTMLElement | null>
  /** The tooltip stays open while the mouse is over its text. */
  readonly onPointerEnter: PointerEventHandler
  readonly onPointerLeave: PointerEventHandler
  readonly children: ReactNode
}

/** The text of a tooltip, placed where there is room for it. */
export function TooltipPopup({ open, onClose, anchor, children, ...hoverable }: TooltipPopupProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Positioner className={styles['place']} anchor={anchor} side="top" sideOffset={4} collisionPadding={8}>
          <Base.Popup className={styles['tip']} role="tooltip" {...hoverable}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
