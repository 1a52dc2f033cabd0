import { classNames } from '@ultimate/kit/components/class-names.ts'
import { Link } from '@ultimate/kit/router.ts'
import { useEffect, useRef } from 'react'
import styles from './section-nav.module.css'
import { sections, useSectionInView } from './sections.ts'

/** Links to the sections: a rail beside them on wide screens, a row that stays on top on phones. */
export function SectionNav() {
  const current = useSectionInView()
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>(`[href$="#${current}"]`)
    if (!row.current || !link) return
    // Only the row: scrolling the link itself into view would move the page as well.
    row.current.scrollTo({ left: link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2 })
  }, [current])
  return (
    <nav className={styles['nav']} aria-label="On this page">
      <ul className={classNames('sideways', styles['row'])} ref={row}>
        {sections.map(({ id, label }) => (
          <li key={id}>
            <Link to={`#${id}`} className={styles['link']} aria-current={id === current ? 'location' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
