import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { doesSiteMail, noMail } from '@ultimate/kit/event/site-mail.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { useState } from 'react'
import styles from './request-forgetting.module.css'

interface RequestForgettingProps {
  /** The token of the private link that the visitor came by. */
  readonly link: string
  /** A sentence on what stays. */
  readonly remains: string
}

/** Lets the owner of a private link ask to be forgotten. Quiet, because few come for it, and nothing brings it back. */
export function RequestForgetting({ link, remains }: RequestForgettingProps) {
  const [isAsking, setAsking] = useState(false)
  const request = useCommand({
    send: (token: string, idempotencyKey) =>
      call('POST /api/people/forget-requests', { body: { link: token } }, { idempotencyKey }),
    failed: 'Your request could not be sent. Please try again.',
    onDone: () => setAsking(false),
  })
  if (request.value)
    return (
      <Notice tone="good" announce="status" title="We have your request to be forgotten.">
        The organizers answer within a month.{' '}
        {doesSiteMail() ? 'You’ll get one last email, or one that explains why not.' : `${noMail()} for their answer.`}
      </Notice>
    )
  return (
    <section className={styles['section']} aria-label="Forget me">
      <Button variant="quiet" size="compact" onClick={() => setAsking(true)}>
        Forget me…
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Forget Me"
        confirmLabel="Ask to Be Forgotten"
        tone="danger"
        command={request}
        onConfirm={() => request.run(link)}
        onCancel={() => setAsking(false)}
      >
        <p>
          The organizers permanently erase what is stored under your email: names, addresses, phone numbers and
          comments. {remains}
        </p>
        <p>{doesSiteMail() ? 'They answer you by email.' : `${noMail()} for their answer.`}</p>
        <p>This cannot be undone.</p>
      </ConfirmDialog>
    </section>
  )
}
