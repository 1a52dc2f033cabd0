import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useUnloadQuestion } from '../../form/leave-warning.ts'
import { classNames } from '../class-names.ts'
import { useAsksToClose } from './confirm-dialog.tsx'
import styles from './dialog.module.css'

export interface DialogProps {
  readonly open: boolean
  /** Asked to close: by Escape, Back, the cross or a press outside, and by the user again if text would be lost. */
  readonly onClose: () => void
  readonly title: string
  /** A sentence below the title, read out when the dialog opens. */
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** The buttons at the lower edge; the one that acts comes last. */
  readonly actions?: ReactNode
  readonly size?: 'regular' | 'large'
  /** The element that gets the focus when the dialog opens; otherwise the first one that can. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** The element that gets the focus once it is closed; otherwise the one that had it before. */
  readonly finalFocus?: RefObject<HTMLElement | null> | undefined
}

/** A task of its own over the page: a form, a recipe. On phones it comes up from the lower edge. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, children, actions, size = 'regular', initialFocus, finalFocus } = props
  const { onFocus, question, isTyped, askToClose } = useAsksToClose(open, onClose)
  useUnloadQuestion(open && isTyped)
  return (
    <Base.Root open={open} onOpenChange={(next) => next || askToClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles['scrim']} />
        <Base.Viewport className={styles['viewport']}>
          <Base.Popup
            className={classNames(styles['dialog'], size === 'large' && styles['large'])}
            {...(initialFocus && { initialFocus })}
            {...(finalFocus && { finalFocus })}
            onFocus={onFocus}
          >
            <header className={styles['head']}>
              <Base.Title className={styles['title']}>{title}</Base.Title>
              <Base.Close className={styles['cross']} aria-label="Close">
                <X aria-hidden="true" />
              </Base.Close>
            </header>
            {description && <Base.Description className={styles['description']}>{description}</Base.Description>}
            {children && <div className={styles['body']}>{children}</div>}
            {actions && <footer className={styles['actions']}>{actions}</footer>}
            {question}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
