import { useRootMark } from '@ultimate/kit/components/layout/root-mark.ts'
import { useBackCloses } from '@ultimate/kit/components/overlays/overlay-history.ts'
import { useAuth } from '@ultimate/kit/state/auth.tsx'
import { X } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { menusFor } from './admission.ts'
import styles from './header.module.css'
import { PageLink } from './menu-parts.tsx'
import { home } from './pages.ts'

export interface PhoneMenuProps {
  readonly open: boolean
  readonly onClose: () => void
}

const titleId = 'phone-menu-title'

/** The same pages as the bar's menus, sliding in from the side. Closes with Escape, a tap outside, or a choice. */
export function PhoneMenu({ open, onClose }: PhoneMenuProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // The content stays after the first opening, so that it is visible while the menu slides out.
  const [isWanted, setWanted] = useState(false)
  if (open && !isWanted) setWanted(true)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  useRootMark('phone-menu', open)
  useBackCloses(open, onClose)
  // The content fills the dialog, so a press on the dialog itself is one on the page behind it.
  const closeOutside = ({ target, currentTarget }: MouseEvent) => target === currentTarget && onClose()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog by Escape
    <dialog ref={dialog} className={styles['panel']} aria-labelledby={titleId} onClose={onClose} onClick={closeOutside}>
      {isWanted && <PhoneMenuContent onClose={onClose} />}
    </dialog>
  )
}

function PhoneMenuContent({ onClose }: Pick<PhoneMenuProps, 'onClose'>) {
  const { user } = useAuth()
  return (
    <div className={styles['content']} data-ground="festive">
      <div className={styles['head']}>
        <h2 className={styles['title']} id={titleId}>
          Menu
        </h2>
        <button type="button" className={styles['close']} aria-label="Close" onClick={onClose}>
          <X aria-hidden="true" />
        </button>
      </div>
      <nav aria-label="Main">
        <PageLink page={home} className={styles['phonePage']} onClick={onClose} />
        {menusFor(user?.role ?? null).map((menu) => (
          <section key={menu.label} aria-label={menu.label}>
            <h3 className={styles['group']}>{menu.label}</h3>
            {menu.pages.map((page) => (
              <PageLink key={page.path} page={page} className={styles['phonePage']} onClick={onClose} />
            ))}
          </section>
        ))}
      </nav>
    </div>
  )
}
