import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { DroppedDisc } from '../../art/disc.tsx'
import { Button } from '../buttons/button.tsx'
import styles from './error-panel.module.css'

export interface ErrorPanelProps {
  /** The failure in the words of the page, such as 'Failed to fetch teams'. */
  readonly title: string
  /** One sentence on what still works or what to try. */
  readonly children?: ReactNode
  /** Tries again; without it the panel has no button. */
  readonly onRetry?: (() => void) | undefined
  readonly retryLabel?: string
  readonly retrying?: boolean | undefined
}

/** Shows that something could not be loaded, announces it at once, and offers to try again. */
export function ErrorPanel({ title, children, onRetry, retryLabel = 'Try again', retrying }: ErrorPanelProps) {
  return (
    <div className={styles['panel']} role="alert">
      <DroppedDisc className={styles['art']} />
      <div className={styles['words']}>
        <p className={styles['title']}>{title}</p>
        {children && <div>{children}</div>}
        {onRetry && (
          <Button
            variant="secondary"
            className={styles['retry']}
            icon={<RotateCw aria-hidden="true" />}
            busy={retrying}
            onClick={onRetry}
          >
            {retryLabel}
          </Button>
        )}
      </div>
    </div>
  )
}
