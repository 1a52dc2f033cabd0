import { MapPinned } from 'lucide-react'
import { useState } from 'react'
import { PlayingFields } from '../../art/playing-fields.tsx'
import { Button } from '../buttons/button.tsx'
import { ExternalLink } from '../buttons/external-link.tsx'
import { Notice } from '../feedback/notice.tsx'
import styles from './venue-map.module.css'

export interface VenueMapProps {
  readonly name: string
  readonly address: string
  /** The area of the live map: west, south, east and north, in degrees. Without it there is no live map. */
  readonly bounds: readonly number[] | null
}

type View = 'drawn' | 'asking' | 'live' | 'out-of-reach'

/**
 * Shows where the venue is: its address, a drawing, and ways to a real map. The live map comes from another service, so
 * it is fetched only on request, and the drawing stays where it does not come.
 */
export function VenueMap({ name, address, bounds }: VenueMapProps) {
  const [view, setView] = useState<View>('drawn')
  const embedded = embeddedMap(bounds ?? [])
  const show = async () => {
    setView('asking')
    setView((await isReachable(embedded)) ? 'live' : 'out-of-reach')
  }
  return (
    <div className={styles['venue']}>
      <div className={styles['where']}>
        <address className={styles['address']}>
          <strong className={styles['name']}>{name}</strong>
          <span>{address}</span>
        </address>
        <div className={styles['actions']}>
          {view !== 'live' && bounds && (
            <Button variant="secondary" icon={<MapPinned />} busy={view === 'asking'} onClick={() => void show()}>
              Show the live map
            </Button>
          )}
          <ExternalLink href={buildMapLink(address || name)}>Open in maps</ExternalLink>
        </div>
      </div>
      <div aria-live="polite">
        {view === 'out-of-reach' && (
          <Notice tone="warn" className={styles['notice']}>
            Couldn’t load the map. Use the address above.
          </Notice>
        )}
      </div>
      {view === 'live' ? (
        <iframe
          className={styles['map']}
          title={`Map of the ${name}`}
          src={embedded}
          referrerPolicy="no-referrer"
          sandbox="allow-scripts allow-same-origin allow-popups"
        />
      ) : (
        <figure className={styles['figure']}>
          <PlayingFields
            className={styles['map']}
            label={`A sketch of the ${name}: playing fields between two roads`}
          />
          <figcaption className={styles['caption']}>A sketch, not to scale.</figcaption>
        </figure>
      )}
    </div>
  )
}

const service = 'https://www.openstreetmap.org'

/** The page of the map service that finds an address. */
const buildMapLink = (address: string): string => `${service}/search?query=${encodeURIComponent(address)}`

/** A map to frame. `bounds` are west, south, east and north, in degrees. */
const embeddedMap = (bounds: readonly number[]): string =>
  `${service}/export/embed.html?bbox=${encodeURIComponent(bounds.join(','))}&layer=mapnik`

/** Milliseconds to wait for the service; after that the drawing stays. */
const timeoutMs = 8000

/** Returns whether the service answers at all. A frame would not show that: it loads an error page just as well. */
async function isReachable(address: string): Promise<boolean> {
  try {
    await fetch(address, {
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return true
  } catch {
    return false
  }
}
