import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { floatsAtTop } from '@ultimate/kit/components/layout/floating.ts'
import { dismissEnding, type Ending, useEndingStore } from '@ultimate/kit/state/session.ts'
import styles from '../frame/frame.module.css'

/** Shows on every page why the session ended, until it is read in one of the tabs or a user signs in. */
export function SessionEnded() {
  const ending = useEndingStore((store) => store.ending)
  if (ending === null || ending === 'own') return null
  return (
    <div ref={floatsAtTop} className={styles['place']}>
      <Notice
        tone="warn"
        announce="alert"
        title="You are signed out"
        action={
          <Button variant="secondary" size="compact" onClick={dismissEnding}>
            OK
          </Button>
        }
      >
        {sentences.get(ending) ?? 'Log in again to go on.'}
      </Notice>
    </div>
  )
}

const sentences: ReadonlyMap<Ending, string> = new Map([
  ['USER_REMOVED', 'This account was removed.'],
  ['TOKEN_REVOKED', 'The password of this account was changed elsewhere. Log in with the new one.'],
  ['SIGNED_OUT', 'This device was signed out elsewhere. Log in again to go on.'],
  ['TOKEN_EXPIRED', 'A login lasts seven days. Log in again to go on.'],
  ['INVALID_SIGNATURE', 'The site was updated. Log in again to go on.'],
  ['elsewhere', 'You logged out in another tab.'],
  ['wiped', 'This browser deleted what it stored for this site, your login too. Log in again to go on.'],
])
