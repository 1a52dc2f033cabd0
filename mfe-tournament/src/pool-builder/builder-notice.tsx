import { IconButton } from '@ultimate/kit/components/buttons/icon-button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { X } from 'lucide-react'
import styles from './builder-notice.module.css'
import type { PoolBuilder } from './use-pool-builder.ts'

/** What just went well or wrong, in sight wherever on the page one is. Its place is always there, to be announced. */
export function BuilderNotice({ builder: { context, send } }: { readonly builder: PoolBuilder }) {
  const { notice } = context
  return (
    <div className={styles['place']} role={notice && notice.tone !== 'good' ? 'alert' : 'status'}>
      {notice && (
        <Notice
          tone={notice.tone}
          className={styles['notice']}
          action={
            notice.tone !== 'good' && (
              <IconButton
                label="Dismiss"
                icon={<X aria-hidden="true" />}
                onClick={() => send({ type: 'notice.dismiss' })}
              />
            )
          }
        >
          {notice.text}
        </Notice>
      )}
    </div>
  )
}
