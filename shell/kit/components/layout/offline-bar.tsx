import { type Connection, connectionOf, useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { CloudOff, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './bars.module.css'
import { floatsAtTop } from './floating.ts'

const sentences = {
  offline: 'You are offline.',
  unreachable: 'No connection to the site.',
} as const satisfies Partial<Record<Connection, string>>

interface OfflineBarProps {
  /** Further sentences about what is not sent. */
  readonly waiting?: readonly string[]
  /** A button behind these. */
  readonly action?: ReactNode
}

/**
 * A slim bar below the header while the connection is gone, or something was not sent. It lies over the page, so that
 * nothing moves.
 */
export function OfflineBar({ waiting = [], action }: OfflineBarProps) {
  const now = useConnectionStore(connectionOf)
  const Icon = now === 'up' ? CloudOff : WifiOff
  const doesWait = waiting.length > 0
  return (
    <div role="status" className={styles['offlinePlace']}>
      {(now !== 'up' || doesWait) && (
        <div ref={floatsAtTop} className={styles['offline']}>
          <Icon aria-hidden="true" />
          <span>
            {now !== 'up' && <span className={doesWait ? styles['state'] : undefined}>{sentences[now]} </span>}
            {now !== 'up' && !doesWait && <span className={styles['meaning']}>What you see may be out of date.</span>}
            {waiting.join(' ')}
          </span>
          {doesWait && action}
        </div>
      )}
    </div>
  )
}
