import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import styles from './bars.module.css'

export interface OfflineBarProps {
  /** Whether the line is gone; without it the browser is asked. */
  readonly offline?: boolean
  /** What this means for the page. */
  readonly children?: string
}

/** A slim bar at the upper edge while the line is gone. It lies over the page, so that nothing moves. */
export function OfflineBar({
  offline,
  children = 'You are offline. What you see may be out of date.',
}: OfflineBarProps) {
  const online = useSyncExternalStore(watchLine, lineIsUp, () => true)
  const gone = offline ?? !online
  return (
    <div role="status" className={styles['offlinePlace']}>
      {gone && (
        <p className={styles['offline']}>
          <WifiOff aria-hidden="true" />
          {children}
        </p>
      )}
    </div>
  )
}

function watchLine(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

const lineIsUp = () => navigator.onLine
