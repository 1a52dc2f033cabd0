import { Logo } from '@ultimate/kit/art/logo.tsx'
import { Button, IconButton, Spinner } from '@ultimate/kit/components/buttons/button.tsx'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { LateAnswer, type LateProblem, late } from '@ultimate/kit/components/loading/late.tsx'
import { useEdition } from '@ultimate/kit/event/edition.ts'
import { Link } from '@ultimate/kit/router.ts'
import { useAuth } from '@ultimate/kit/state/auth.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { Menu } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { DesktopMenus } from './desktop-menus.tsx'
import styles from './header.module.css'
import { useClosingWithPage } from './menu-parts.tsx'
import { PhoneMenu } from './phone-menu.tsx'
import { UserMenu } from './user-menu.tsx'

/** Logo, menus, and who is signed in. */
export function Header() {
  const person = useRef<HTMLDivElement>(null)
  usePersonFocus(person)
  return (
    <header className={styles['header']} data-ground="festive">
      <div className={styles['bar']}>
        <Brand />
        <DesktopMenus />
        <div ref={person} className={styles['person']}>
          <Person />
          <PhoneMenuButton />
        </div>
      </div>
    </header>
  )
}

/** A link to the home page. On narrow phones, a wide logo of a club replaces the name beside it. */
export function Brand() {
  const {
    facts: { logo },
    words: { name },
  } = useEdition()
  return (
    <Link to="/" className={styles['brand']}>
      <Logo className={styles['logo']} alt={name} />
      <span {...(logo && { 'aria-hidden': true })}>{name}</span>
    </Link>
  )
}

function Person() {
  const { user, isLoading } = useAuth()
  if (isLoading) return <span className={styles['placeholder']} />
  return user ? <UserMenu user={user} /> : <Login />
}

/** The code that checks and sends the form is in a file of its own, because few visitors ever sign in. */
const LoginPopover = late(async () => (await import('../sign-in/login-popover.tsx')).LoginPopover, {
  what: 'The login',
  waiting: <LoginComing />,
  failed: LoginMissing,
})

function LoginComing() {
  return (
    <div role="status" className={classNames(styles['missing'], styles['coming'])}>
      <Spinner label="Loading the login" />
    </div>
  )
}

function LoginMissing(problem: LateProblem) {
  return (
    <div className={styles['missing']}>
      <LateAnswer {...problem} />
    </div>
  )
}

function Login() {
  const [open, setOpen] = useClosingWithPage<true>()
  const anchor = useRef<HTMLButtonElement>(null)
  // The popover, which is elsewhere in the document, asks before it loses what was typed.
  const closeByEscape = ({ key, target, currentTarget }: KeyboardEvent) =>
    key === 'Escape' && currentTarget.contains(target as Node) && setOpen(null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what hangs from the button
    <div onKeyDown={closeByEscape}>
      <Button
        ref={anchor}
        variant="secondary"
        aria-haspopup="dialog"
        aria-expanded={open !== null}
        onPointerEnter={LoginPopover.preload}
        onFocus={LoginPopover.preload}
        onClick={() => setOpen(open ? null : true)}
      >
        Login
      </Button>
      {open && <LoginPopover open onClose={() => setOpen(null)} anchor={anchor} />}
    </div>
  )
}

/** Opens the menu that slides in, on screens without room for the bar. */
function PhoneMenuButton() {
  const [open, setOpen] = useClosingWithPage<true>()
  return (
    <>
      <IconButton
        className={styles['phoneMenu']}
        label="Menu"
        icon={<Menu aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-expanded={open !== null}
        onClick={() => setOpen(true)}
      />
      <PhoneMenu open={open !== null} onClose={() => setOpen(null)} />
    </>
  )
}

/**
 * Login and the account menu replace each other, and the focus would be lost with the one that is removed. So the new
 * one gets the focus after a sign-in or a sign-out, unless something else on the page has it.
 */
function usePersonFocus(place: RefObject<HTMLElement | null>): void {
  const { user, isLoading } = useSessionStore()
  const id = user?.id ?? null
  const shownId = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    if (isLoading) return
    const isSame = shownId.current === undefined || shownId.current === id
    shownId.current = id
    if (isSame) return
    // Two frames later, a dialog that closes now has given the focus back, and a page that opens now has taken it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          place.current?.querySelector('button')?.focus({ preventScroll: true })
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [id, isLoading, place])
}
