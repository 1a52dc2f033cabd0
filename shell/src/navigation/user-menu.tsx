import type { User } from '@ultimate/events/staff/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@ultimate/kit/components/overlays/menu.tsx'
import { LogOut, UserRound } from 'lucide-react'
import { logOutOrAsk } from '../sign-in/log-out.tsx'
import styles from './header.module.css'
import { PageLink } from './page-link.tsx'
import { userPagesFor } from './pages.ts'
import { useClosingWithPage } from './use-closing-with-page.ts'

/** The signed-in user and their pages. */
export function UserMenu({ user }: { readonly user: User }) {
  const [open, setOpen] = useClosingWithPage<true>()
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
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={() => void logOutOrAsk()}>
        Logout
      </MenuItem>
    </Menu>
  )
}
