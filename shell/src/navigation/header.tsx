import { Logo } from '@ultimate/kit/art/logo.tsx'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { eventFacts } from '@ultimate/kit/event/event-facts.ts'
import { Link } from '@ultimate/kit/router.ts'
import { useAuth } from '@ultimate/kit/state/auth.tsx'
import { lazy, Suspense, useRef } from 'react'
import { DesktopMenus } from './desktop-menus.tsx'
import styles from './header.module.css'
import { PhoneMenuButton } from './phone-menu-button.tsx'
import { useClosingWithPage } from './use-closing-with-page.ts'

const loadLogin = () => import('../sign-in/login-popover.tsx')
const loadUserMenu = () => import('./user-menu.tsx')
const LoginPopover = lazy(async () => ({ default: (await loadLogin()).LoginPopover }))
const UserMenu = lazy(async () => ({ default: (await loadUserMenu()).UserMenu }))

/** Logo, menus, and who is signed in. */
export function Header() {
  return (
    <header className={styles['header']} data-ground="festive">
      <div className={styles['bar']}>
        <Link to="/" className={styles['brand']}>
          <Logo className={styles['logo']} />
          <span>{eventFacts.name}</span>
        </Link>
        <DesktopMenus />
        <div className={styles['person']}>
          <Person />
          <PhoneMenuButton />
        </div>
      </div>
    </header>
  )
}

function Person() {
  const { user, isLoading } = useAuth()
  if (isLoading) return <span className={styles['placeholder']} />
  if (!user) return <Login />
  return (
    <Suspense fallback={<span className={styles['placeholder']} />}>
      <UserMenu user={user} />
    </Suspense>
  )
}

function Login() {
  const [open, setOpen] = useClosingWithPage<true>()
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={anchor}
        variant="secondary"
        aria-haspopup="dialog"
        aria-expanded={open !== null}
        onPointerEnter={loadLogin}
        onFocus={loadLogin}
        onClick={() => setOpen(open ? null : true)}
      >
        Login
      </Button>
      <Suspense fallback={null}>{open && <LoginPopover open onClose={() => setOpen(null)} anchor={anchor} />}</Suspense>
    </>
  )
}
