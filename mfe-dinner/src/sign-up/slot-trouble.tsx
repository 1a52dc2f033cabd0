import { Button } from '@ultimate/kit/components/button.tsx'
import { Trouble } from '@ultimate/kit/components/trouble.tsx'
import { WifiOff } from 'lucide-react'
import styles from './slot-trouble.module.css'
import type { Commitment } from './use-commitment.ts'

/** Why the last deed was taken back, in a sentence, right where it was done. */
export function SlotTrouble({ commitment: { refusal, isInterrupted, tryAgain } }: { readonly commitment: Commitment }) {
  return (
    <div role="alert" className={styles['place']}>
      {refusal !== null && <Trouble>{refusal}</Trouble>}
      {isInterrupted && (
        <Trouble icon={WifiOff}>
          No answer came. Trying again is safe: it happens only once.
          <Button variant="secondary" size="compact" className={styles['again']} onClick={tryAgain}>
            Try again
          </Button>
        </Trouble>
      )}
    </div>
  )
}
