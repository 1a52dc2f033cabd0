import type { User } from '@ultimate/events/staff/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { late } from '@ultimate/kit/components/loading/late.tsx'
import { LogOut, ScanEye, UserRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { logOutOrAsk } from '../sign-in/log-out.tsx'
import { mayXray, toggleXray } from '../xray/xray.tsx'
import { userPagesFor } from './admission.ts'
import styles from './header.module.css'
import { PageLink, useMenu } from './menu-parts.tsx'

const OfflineReadiness = late(async () => (await import('../release/offline-readiness.tsx')).OfflineReadiness, {
  what: 'The state of offline work',
  failed: () => null,
})

/** The signed-in user and their pages. */
export function UserMenu({ user }: { readonly user: User }) {
  const { open, setOpen, containerProps } = useMenu<true, HTMLDivElement>()
  const name = user.full_name || user.username
  // The chosen item disappears with the menu. A dialog that opens next returns the focus to the button.
  const close = () => {
    containerProps.ref.current?.querySelector('button')?.focus()
    setOpen(null)
  }
  return (
    <div className={styles['place']} {...containerProps}>
      <Button
        variant="secondary"
        aria-label={`Account menu of ${name}, ${user.role}`}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        data-menu-button=""
        icon={<UserRound aria-hidden="true" />}
        onClick={() => setOpen(open ? null : true)}
      >
        <span className={styles['userName']}>{name}</span>
      </Button>
      {open && (
        <div className={styles['menu']}>
          <Items user={user} onClose={close} />
          <OfflineReadiness user={user} />
        </div>
      )}
    </div>
  )
}

function Items({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus(), [])
  const closeAndLogOut = () => {
    onClose()
    void logOutOrAsk()
  }
  /** The x-ray shows on the page which part draws what. */
  const closeAndToggleXray = () => {
    onClose()
    toggleXray()
  }
  return (
    <div ref={menu} role="menu" aria-label="Account" data-menu-open="Account">
      {userPagesFor(user.role).map((page) => (
        <PageLink
          key={page.path}
          page={page}
          role="menuitem"
          tabIndex={-1}
          className={styles['item']}
          onClick={onClose}
        />
      ))}
      <hr className={styles['separator']} />
      {mayXray(user) && (
        <button type="button" role="menuitem" tabIndex={-1} className={styles['item']} onClick={closeAndToggleXray}>
          <ScanEye aria-hidden="true" />
          X-ray
        </button>
      )}
      <button type="button" role="menuitem" tabIndex={-1} className={styles['item']} onClick={closeAndLogOut}>
        <LogOut aria-hidden="true" />
        Logout
      </button>
    </div>
  )
}
