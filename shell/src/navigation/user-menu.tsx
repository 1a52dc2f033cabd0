import type { User } from '@ultimate/events/staff/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@ultimate/kit/components/overlays/menu.tsx'
import { call } from '@ultimate/kit/request/api.ts'
import { useLocation, useNavigate } from '@ultimate/kit/router.ts'
import { useAuth } from '@ultimate/kit/state/auth.tsx'
import { setOwnLogout } from '@ultimate/kit/state/session.ts'
import { LogOut, UserRound } from 'lucide-react'
import styles from './header.module.css'
import { PageLink } from './page-link.tsx'
import { pageAt, userPagesFor } from './pages.ts'
import { useClosingWithPage } from './use-closing-with-page.ts'

/** The signed-in user and their pages. */
export function UserMenu({ user }: { readonly user: User }) {
  const { logout } = useAuth()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [open, setOpen] = useClosingWithPage<true>()
  const leave = () => {
    const stays = (pageAt(pathname)?.admission ?? 'everyone') === 'everyone'
    if (!stays) void navigate('/', { replace: true })
    setOwnLogout(true)
    // For the audit, with the token that the device forgets now; signing out waits for no answer.
    void call('POST /api/auth/logout', {}).catch(() => undefined)
    logout()
  }
  const trigger = (
    <Button
      variant="secondary"
      className={styles['user']}
      aria-label={`Account menu of ${user.full_name || user.username}, ${user.role}`}
      icon={<UserRound aria-hidden="true" />}
    >
      <span className={styles['userName']}>{user.full_name || user.username}</span>
    </Button>
  )
  return (
    <Menu trigger={trigger} open={open !== null} onOpenChange={(next) => setOpen(next ? true : null)}>
      {userPagesFor(user.role).map((page) => (
        <MenuLink key={page.path} link={<PageLink page={page} />}>
          {page.label}
        </MenuLink>
      ))}
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={leave}>
        Logout
      </MenuItem>
    </Menu>
  )
}
