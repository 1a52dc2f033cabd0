import { type Line, lineOf, useLineStore } from '@ultimate/kit/state/line.ts'
import { WifiOff } from 'lucide-react'
import styles from './bars.module.css'
import { floatsAtTop } from './floating.ts'

const sentences = {
  offline: 'You are offline.',
  unreachable: 'No connection to the site.',
} as const satisfies Partial<Record<Line, string>>

/** A slim bar below the header while the connection is gone. It lies over the page, so that nothing moves. */
export function OfflineBar({ line }: { /** Without it the line of this page. */ readonly line?: Line }) {
  const known = useLineStore(lineOf)
  const now = line ?? known
  return (
    <div role="status" className={styles['offlinePlace']}>
      {now !== 'up' && (
        <p ref={floatsAtTop} className={styles['offline']}>
          <WifiOff aria-hidden="true" />
          <span>
            {sentences[now]} <span className={styles['meaning']}>What you see may be out of date.</span>
          </span>
        </p>
      )}
    </div>
  )
}
