import { NavigationMenu } from '@base-ui/react/navigation-menu'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import styles from './desktop-menus.module.css'
import { PageLink } from './page-link.tsx'
import type { Menu } from './pages.ts'
import { useClosingWithPage } from './use-closing-with-page.ts'

export interface OpenMenusProps {
  readonly menus: readonly Menu[]
  readonly home: ReactNode
  /** The menu whose stand-in was pressed. */
  readonly first: string | null
}

/** The menus with what opens, walks and closes them. */
export function OpenMenus({ menus, home, first }: OpenMenusProps) {
  const [open, setOpen] = useClosingWithPage<string>()
  const [asked, setAsked] = useState(first)
  useEffect(() => {
    if (asked === null) return
    setOpen(asked)
    setAsked(null)
    document.getElementById(triggerId(asked))?.focus()
  }, [asked, setOpen])
  return (
    <NavigationMenu.Root
      aria-label="Main"
      className={styles['menus']}
      value={open}
      onValueChange={(value: string | null) => setOpen(value)}
    >
      <NavigationMenu.List className={styles['list']}>
        {home}
        {menus.map((menu) => (
          <NavigationMenu.Item key={menu.label} value={menu.label}>
            <NavigationMenu.Trigger id={triggerId(menu.label)} className={styles['item']}>
              {menu.label}
              <NavigationMenu.Icon className={styles['chevron']}>
                <ChevronDown aria-hidden="true" />
              </NavigationMenu.Icon>
            </NavigationMenu.Trigger>
            <NavigationMenu.Content className={styles['content']}>
              <ul className={styles['pages']} data-menu-open={menu.label}>
                {menu.pages.map((page) => (
                  <li key={page.path}>
                    <NavigationMenu.Link render={<PageLink page={page} className={styles['page']} />} />
                  </li>
                ))}
              </ul>
            </NavigationMenu.Content>
          </NavigationMenu.Item>
        ))}
      </NavigationMenu.List>
      <NavigationMenu.Portal>
        <NavigationMenu.Positioner className={styles['place']} sideOffset={4} collisionPadding={8} align="start">
          <NavigationMenu.Popup className={styles['popup']}>
            <NavigationMenu.Viewport />
          </NavigationMenu.Popup>
        </NavigationMenu.Positioner>
      </NavigationMenu.Portal>
    </NavigationMenu.Root>
  )
}

const triggerId = (label: string) => `menu-${label.toLowerCase()}`
