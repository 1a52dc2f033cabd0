import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { nextRow, useFocusSuccessor } from '@ultimate/kit/focus/focus-successor.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useRef, useState } from 'react'
import { useLinkToken } from '../account/link-token.ts'
import styles from '../account/reset-password-page.module.css'

/** The page behind the link in each message. It ends messages with one press; opening it changes nothing. */
export function UnsubscribePage() {
  const token = useLinkToken()
  const region = useRef<HTMLDivElement>(null)
  useFocusSuccessor(region, nextRow)
  return (
    <Page ref={region}>
      <PageHeader title="Unsubscribe" feather="cranberry">
        From messages of the tournament crew.
      </PageHeader>
      <div className={styles['stack']}>
        {token === null ? (
          <Notice tone="bad" title="This link is not complete.">
            Please open it from the email again.
          </Notice>
        ) : (
          <Choice token={token} />
        )}
      </div>
    </Page>
  )
}

function Choice({ token }: { readonly token: string }) {
  const [gets, setGets] = useState<'as before' | 'none' | 'again'>('as before')
  const ending = useCommand({
    send: (_: null, idempotencyKey) =>
      call('POST /api/unsubscribe', { query: { token } }, { idempotencyKey }).then(() => setGets('none')),
    failed: 'Failed to unsubscribe. Please try again.',
  })
  const returning = useCommand({
    send: (_: null, idempotencyKey) =>
      call('POST /api/subscribe', { body: { token } }, { idempotencyKey }).then(() => setGets('again')),
    failed: 'Failed to subscribe. Please try again.',
  })
  const isUnsubscribed = gets === 'none'
  const command = isUnsubscribed ? returning : ending
  return (
    <>
      {isUnsubscribed && <Notice tone="good" announce="status" title="You get no more messages." />}
      {gets === 'again' && <Notice tone="good" announce="status" title="You get messages again." />}
      <p>
        Emails about your own bid, your sign-ups for the dinner and changes of the weekend come{' '}
        {isUnsubscribed ? 'as before' : 'in any case'}.
      </p>
      {command.message && <Notice tone="bad" announce="alert" title={command.message} />}
      <Button
        className={styles['act']}
        variant={isUnsubscribed ? 'secondary' : 'primary'}
        busy={command.isPending && !command.waiting}
        onClick={() => command.run(null)}
      >
        {isUnsubscribed ? 'Get messages again' : 'Unsubscribe'}
      </Button>
      <WaitsForConnection waiting={command.waiting} />
    </>
  )
}
