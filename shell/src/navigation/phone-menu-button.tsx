import { IconButton } from '@ultimate/kit/components/buttons/icon-button.tsx'
import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import styles from './header.module.css'
import { useClosingWithPage } from './use-closing-with-page.ts'

const loadMenu = () => import('./phone-menu.tsx')
const PhoneMenu = lazy(async () => ({ default: (await loadMenu()).PhoneMenu }))

/** Opens the menu that slides in, on screens without room for the bar. */
export function PhoneMenuButton() {
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
