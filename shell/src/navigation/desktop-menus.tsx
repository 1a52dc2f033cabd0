import { useLocation } from '@ultimate/kit/router.ts'
import { useAuth } from '@ultimate/kit/state/auth.tsx'
import { ChevronDown } from 'lucide-react'
import { type Menu, menusFor } from './admission.ts'
import styles from './header.module.css'
import { PageLink, useMenu } from './menu-parts.tsx'
import { home } from './pages.ts'

/** Home and the menus, on screens with room for them: buttons that disclose lists of links. */
export function DesktopMenus() {
  const { user } = useAuth()
  const { open, setOpen, containerProps } = useMenu<string>()
  return (
    <nav aria-label="Main" className={styles['menus']} {...containerProps}>
      <ul className={styles['list']}>
        <li>
          <PageLink page={home} className={styles['area']} data-menu-button="" />
        </li>
        {menusFor(user?.role ?? null).map((menu) => (
          <MenuItem
            key={menu.label}
            menu={menu}
            isOpen={open === menu.label}
            onToggle={() => setOpen(open === menu.label ? null : menu.label)}
            // Once one is open, the others open as the mouse passes over them, as in any menu bar.
            onPass={() => open !== null && setOpen(menu.label)}
          />
        ))}
      </ul>
    </nav>
  )
}

interface MenuItemProps {
  readonly menu: Menu
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onPass: () => void
}

function MenuItem({ menu: { label, pages }, isOpen, onToggle, onPass }: MenuItemProps) {
  const { pathname } = useLocation()
  const isCurrent = pages.some(({ path }) => path === pathname)
  const list = `menu-${label.toLowerCase()}`
  return (
    <li className={styles['areaMenu']}>
      <button
        type="button"
        className={styles['area']}
        aria-expanded={isOpen}
        aria-current={isCurrent || undefined}
        aria-controls={isOpen ? list : undefined}
        data-menu-button=""
        onClick={onToggle}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onPass()}
      >
        {label}
        <ChevronDown aria-hidden="true" className={styles['chevron']} />
      </button>
      {isOpen && (
        <ul id={list} className={styles['pages']} data-menu-open={label}>
          {pages.map((page) => (
            <li key={page.path}>
              <PageLink page={page} className={styles['page']} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
