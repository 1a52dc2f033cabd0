import { zoneLabels, zones } from '@ultimate/events/dinner/place.ts'
import { Button } from '@ultimate/kit/components/button.tsx'
import { TriangleAlert } from 'lucide-react'
import styles from './hand-bar.module.css'

interface HandBarProps {
  /** The dish in the hand. */
  readonly held: string | null
  /** Why something was put back. */
  readonly notice: string | null
  readonly onLetGo: () => void
  readonly onDismiss: () => void
}

/** At the lower edge, over the board: what is in the hand, or what was put back and why. It moves nothing. */
export function HandBar({ held, notice, onLetGo, onDismiss }: HandBarProps) {
  return (
    <div className={styles['place']}>
      <div role="alert">
        {notice !== null && (
          <div className={styles['bar']} data-tone="warn">
            <TriangleAlert aria-hidden="true" />
            <p className={styles['words']}>{notice}</p>
            <Button variant="quiet" size="compact" className={styles['button']} onClick={onDismiss}>
              OK
            </Button>
          </div>
        )}
      </div>
      <div role="status">
        {held !== null && (
          <div className={styles['bar']}>
            <p className={styles['words']}>
              <strong>{held}</strong> is in your hand. Tap a free slot.
            </p>
            <nav className={styles['jumps']} aria-label="Zones">
              {zones.map((zone) => (
                <a key={zone} className={styles['jump']} href={`#zone-${zone}`}>
                  {zoneLabels[zone]}
                </a>
              ))}
            </nav>
            <Button variant="quiet" size="compact" className={styles['button']} onClick={onLetGo}>
              Cancel
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
