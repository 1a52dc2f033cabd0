import { type Zone, zoneLabels, zones } from '@ultimate/events/dinner/signup.ts'
import { sticks } from '@ultimate/kit/components/layout/floating.ts'
import type { ReactNode } from 'react'
import { showZone, useShownZone } from '../board-actions.ts'
import styles from './zones.module.css'

interface ZoneHeadProps {
  readonly id: string
  readonly title: string
  readonly count: string
  readonly children?: ReactNode
}

/** The head of a zone, which stays in sight while its places are scrolled through. */
export function ZoneHead({ id, title, count, children }: ZoneHeadProps) {
  return (
    <header className={styles['head']}>
      <h2 id={id} className={styles['title']}>
        {title}
      </h2>
      <span className={styles['count']}>{count}</span>
      {children}
    </header>
  )
}

/** Returns the zone whose tab an element is in; null for all other elements. */
export function tabAt(element: Element | undefined): Zone | null {
  const zone = element?.closest<HTMLElement>('[data-zone-tab]')?.dataset['zoneTab']
  return zones.find((each) => each === zone) ?? null
}

/** The tabs on a phone, which shows one zone at a time. A dish that is dragged over a tab shows that zone. */
export function ZoneTabs({ counts }: { readonly counts: Readonly<Record<Zone, number>> }) {
  const { zone: shown } = useShownZone()
  return (
    <nav ref={sticks} className={styles['tabs']} aria-label="Zones">
      {zones.map((zone) => (
        <button
          key={zone}
          type="button"
          className={styles['tab']}
          data-zone-tab={zone}
          aria-pressed={zone === shown}
          onClick={() => showZone(zone)}
        >
          {zoneLabels[zone]} <span className={styles['tabCount']}>{counts[zone]}</span>
        </button>
      ))}
    </nav>
  )
}
