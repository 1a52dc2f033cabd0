import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { doesSiteMail, noMail } from '@ultimate/kit/event/site-mail.ts'
import { messageOrStatus, shortPauses } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { useState } from 'react'
import styles from './own-link.module.css'

interface RenewLinkProps {
  /** Ends the private link that the visitor came by; the server mails another one. */
  readonly send: (idempotencyKey: string) => Promise<unknown>
  /** A sentence on what else ends with the link. */
  readonly ends: string
  readonly onEnded: () => unknown
}

/** Lets the owner of a private link end it, because another person may have it, and get another one. */
export function RenewLink({ send, ends, onEnded }: RenewLinkProps) {
  const [isAsking, setAsking] = useState(false)
  const ending = useCommand<void>({
    send: (_, idempotencyKey) => send(idempotencyKey),
    pauses: shortPauses,
    failed: (error) => messageOrStatus(error, 'Your link could not be ended. Please try again.'),
    onDone: async () => {
      setAsking(false)
      await onEnded()
    },
  })
  return (
    <section className={styles['section']} aria-label="Your private link">
      <Button variant="quiet" size="compact" onClick={() => setAsking(true)}>
        Send me a new link, and end this one…
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="End This Link?"
        confirmLabel="End This Link"
        tone="danger"
        command={ending}
        onConfirm={() => ending.run()}
        onCancel={() => setAsking(false)}
      >
        <p>All links we emailed you before stop working, for anyone who has them. {ends}</p>
        <p>{newLinkComes()}</p>
        <p>This cannot be undone.</p>
      </ConfirmDialog>
    </section>
  )
}

/** Returns a sentence on where the next link is found, for an owner who has just ended one or is about to. */
export const newLinkComes = (): string =>
  doesSiteMail() ? 'We’ll email a new link to the same address.' : `${noMail()} for a new link.`

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
