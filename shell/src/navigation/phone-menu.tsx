import { Dialog } from '@base-ui/react/dialog'
import { useAuth } from '@ultimate/kit/state/auth.tsx'
import { X } from 'lucide-react'
import { PageLink } from './page-link.tsx'
import { menusFor, pages } from './pages.ts'
import styles from './phone-menu.module.css'

export interface PhoneMenuProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The same pages as the bar's menus, sliding in from the side. Closes with Escape, a tap outside, or a choice. */
export function PhoneMenu({ open, onClose }: PhoneMenuProps) {
  const { isAuthenticated } = useAuth()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['scrim']} />
        <Dialog.Popup className={styles['panel']} data-ground="festive">
          <div className={styles['head']}>
            <Dialog.Title className={styles['title']}>Menu</Dialog.Title>
            <Dialog.Close className={styles['close']} aria-label="Close">
              <X aria-hidden="true" />
            </Dialog.Close>
          </div>
          <nav aria-label="Main">
            <PageLink page={pages.home} className={styles['page']} onClick={onClose} />
            {menusFor(isAuthenticated).map((menu) => (
              <section key={menu.label} aria-label={menu.label}>
                <h2 className={styles['group']}>{menu.label}</h2>
                {menu.pages.map((page) => (
                  <PageLink key={page.path} page={page} className={styles['page']} onClick={onClose} />
                ))}
              </section>
            ))}
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
