import { useAuth } from '@ultimate/kit/state/auth.tsx'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import styles from './desktop-menus.module.css'
import { PageLink } from './page-link.tsx'
import { menusFor, pages } from './pages.ts'

const loadMenus = () => import('./open-menus.tsx')
const OpenMenus = lazy(async () => ({ default: (await loadMenus()).OpenMenus }))

/**
 * Home and the menus, on screens with room for them. What opens them comes when a pointer, a key or a tap first comes
 * near; until then buttons of the same look stand in their place, and the one that was pressed opens.
 */
export function DesktopMenus() {
  const { isAuthenticated } = useAuth()
  const menus = menusFor(isAuthenticated)
  const [wanted, setWanted] = useState<string | true | null>(null)
  const standIns = menus.map(({ label }) => (
    <li key={label}>
      <button
        type="button"
        className={styles['item']}
        aria-expanded={false}
        onPointerEnter={() => void loadMenus()}
        onFocus={() => void loadMenus()}
        onClick={() => setWanted(label)}
      >
        {label}
        <ChevronDown aria-hidden="true" className={styles['chevron']} />
      </button>
    </li>
  ))
  const home = (
    <li>
      <PageLink page={pages.home} className={styles['item']} />
    </li>
  )
  const closed = (
    <nav aria-label="Main" className={styles['menus']}>
      <ul className={styles['list']}>
        {home}
        {standIns}
      </ul>
    </nav>
  )
  if (wanted === null) return closed
  return (
    <Suspense fallback={closed}>
      <OpenMenus menus={menus} home={home} first={wanted === true ? null : wanted} />
    </Suspense>
  )
}
