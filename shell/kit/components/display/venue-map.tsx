import { MapPinned } from 'lucide-react'
import { useState } from 'react'
import { DiscMarks } from '../../art/disc.tsx'
import { FeatherMarks } from '../../art/feather.tsx'
import { Button, ExternalLink } from '../buttons/button.tsx'
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
 * it is fetched only on request. The drawing stays if it does not come.
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

const columns = [0, 1, 2, 3, 4, 5, 6]

const rows = [0, 1]

const trees = [
  [96, 60, 15],
  [124, 46, 19],
  [151, 62, 13],
  [566, 66, 17],
  [594, 50, 21],
  [624, 68, 15],
  [664, 150, 16],
  [686, 176, 20],
  [40, 196, 18],
  [62, 222, 14],
  [634, 318, 15],
  [660, 304, 18],
] as const

interface PlayingFieldsProps {
  readonly className?: string | undefined
  readonly label: string
}

/** Two rows of fields from above, and the place where teams meet. It may be cut off on its sides. */
function PlayingFields({ className, label }: PlayingFieldsProps) {
  return (
    <svg
      className={className}
      viewBox="0 0 720 360"
      width="720"
      height="360"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={label}
    >
      <rect width="720" height="360" fill="var(--color-good-ground)" />
      <Roads />
      <g transform="rotate(-7 360 180)">
        {rows.flatMap((row) =>
          columns.map((column) => <PlayingField key={`${row} ${column}`} x={72 + column * 84} y={96 + row * 104} />),
        )}
      </g>
      {trees.map(([x, y, radius]) => (
        <g key={`${x} ${y}`}>
          <circle cx={x + 3} cy={y + 4} r={radius} fill="var(--color-ink)" opacity="0.12" />
          <circle cx={x} cy={y} r={radius} fill="#3f7a5c" />
          <path
            d={`M${x - radius * 0.45} ${y - radius * 0.2}q${radius * 0.3}-${radius * 0.45} ${radius * 0.7}-${radius * 0.3}`}
            fill="none"
            stroke="#6aa884"
            strokeWidth="2.5"
            strokeLinecap="round"
          />
        </g>
      ))}
      <path
        d="M150 344C196 240 268 176 344 172"
        fill="none"
        stroke="var(--color-accent)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray="1 11"
      />
      <Pin />
    </svg>
  )
}

function Roads() {
  const road = 'M-20 336C180 352 420 318 740 262M20-20C8 110 30 240 74 380'
  return (
    <g fill="none" strokeLinecap="round">
      <path d={road} stroke="var(--color-control-line)" strokeWidth="26" opacity="0.55" />
      <path d={road} stroke="var(--color-raised)" strokeWidth="22" />
      <path d={road} stroke="var(--color-line)" strokeWidth="2.5" strokeDasharray="12 12" />
    </g>
  )
}

/** A field with its two end zones. */
function PlayingField({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width="66" height="88" rx="3" fill="#5d9a76" />
      <path d="M0 22h66M0 66h66" stroke="#2c6247" strokeWidth="44" opacity="0.16" />
      <rect x="3" y="3" width="60" height="82" fill="none" stroke="#f4faf2" strokeWidth="2" />
      <path d="M3 20h60M3 68h60" stroke="#f4faf2" strokeWidth="2" />
      <path d="M31 36h4M31 52h4" stroke="#f4faf2" strokeWidth="2" strokeLinecap="round" />
    </g>
  )
}

/** The sign of the app, stuck into the grass. */
function Pin() {
  return (
    <g transform="translate(360 170)">
      <ellipse cy="22" rx="46" ry="11" fill="var(--art-ink)" opacity="0.28" />
      {([-52, -26, 0, 26, 52] as const).map((angle, index) => (
        <FeatherMarks
          key={angle}
          tone={index % 2 === 0 ? 'cranberry' : 'gold'}
          length={96}
          halfWidth={17}
          barbs={5}
          transform={`rotate(${angle})`}
        />
      ))}
      <g transform="rotate(-8)">
        <DiscMarks radius={44} openness={0.72} />
      </g>
    </g>
  )
}
