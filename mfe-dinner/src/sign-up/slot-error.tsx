import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { InlineError } from '@ultimate/kit/components/feedback/inline-error.tsx'
import { WifiOff } from 'lucide-react'
import styles from './slot-error.module.css'
import type { Commitment } from './use-commitment.ts'

/** Why the last deed was taken back, in a sentence, right where it was done. */
export function SlotError({ commitment: { refusal, isInterrupted, tryAgain } }: { readonly commitment: Commitment }) {
  return (
    <div role="alert" className={styles['place']}>
      {refusal !== null && <InlineError>{refusal}</InlineError>}
      {isInterrupted && (
        <InlineError icon={WifiOff}>
          No answer came. Trying again is safe: it happens only once.
          <Button variant="secondary" size="compact" className={styles['again']} onClick={tryAgain}>
            Try again
          </Button>
        </InlineError>
      )}
    </div>
  )
}
