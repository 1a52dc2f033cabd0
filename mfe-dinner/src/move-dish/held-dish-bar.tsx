import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { floatsAtBottom } from '@ultimate/kit/components/layout/floating.ts'
import { TriangleAlert } from 'lucide-react'
import styles from './held-dish-bar.module.css'

interface HandBarProps {
  /** The dish that is picked up. */
  readonly held: string | null
  /** Why something was put back. */
  readonly notice: string | null
  readonly onLetGo: () => void
  readonly onDismiss: () => void
}

/**
 * At the lower edge, over the board: the dish that is picked up, or what was put back and why. It covers the board and
 * moves nothing.
 */
export function HeldDishBar({ held, notice, onLetGo, onDismiss }: HandBarProps) {
  return (
    <div ref={floatsAtBottom} className={styles['place']}>
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
            <Button variant="quiet" size="compact" className={styles['button']} onClick={onLetGo}>
              Cancel
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
