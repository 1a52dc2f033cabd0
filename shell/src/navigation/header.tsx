import { Logo } from '@ultimate/kit/art/logo.tsx'
import { Button, IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { eventFacts } from '@ultimate/kit/event/event-facts.ts'
import { Link } from '@ultimate/kit/router.ts'
import { useAuth } from '@ultimate/kit/state/auth.tsx'
import { Menu } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { usePersonFocus } from '../sign-in/person-focus.ts'
import { DesktopMenus } from './desktop-menus.tsx'
import styles from './header.module.css'
import { useClosingWithPage } from './use-closing-with-page.ts'

const loadLogin = () => import('../sign-in/login-popover.tsx')
const loadUserMenu = () => import('./user-menu.tsx')
const LoginPopover = lazy(async () => ({ default: (await loadLogin()).LoginPopover }))
const UserMenu = lazy(async () => ({ default: (await loadUserMenu()).UserMenu }))

/** Logo, menus, and who is signed in. */
export function Header() {
  const person = useRef<HTMLDivElement>(null)
  usePersonFocus(person)
  return (
    <header className={styles['header']} data-ground="festive">
      <div className={styles['bar']}>
        <Link to="/" className={styles['brand']}>
          <Logo className={styles['logo']} />
          <span>{eventFacts.name}</span>
        </Link>
        <DesktopMenus />
        <div ref={person} className={styles['person']}>
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

const loadMenu = () => import('./phone-menu.tsx')
const PhoneMenu = lazy(async () => ({ default: (await loadMenu()).PhoneMenu }))

/** Opens the menu that slides in, on screens without room for the bar. */
function PhoneMenuButton() {
  const [open, setOpen] = useClosingWithPage<true>()
  // Once it has been opened it stays, so that it can be seen leaving.
  const [wanted, setWanted] = useState(false)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <IconButton
        className={styles['phoneMenu']}
        label="Menu"
        icon={<Menu aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-expanded={open !== null}
        onPointerEnter={loadMenu}
        onFocus={loadMenu}
        onClick={show}
      />
      <Suspense fallback={null}>{wanted && <PhoneMenu open={open !== null} onClose={() => setOpen(null)} />}</Suspense>
    </>
  )
}
