import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { doesSiteMail, noMail } from '@ultimate/kit/event/site-mail.ts'
import { messageOrStatus, shortPauses } from '@ultimate/kit/request/answer.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { useState } from 'react'
import styles from './request-forgetting.module.css'

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
