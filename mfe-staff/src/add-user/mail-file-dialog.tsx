import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { CopyButton } from '@ultimate/kit/components/buttons/copy-button.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { useRef } from 'react'
import styles from './add-user.module.css'
import type { AddedLogin } from './machine.ts'

export interface MailFileDialogProps {
  /** Whose mail was not sent; null while there is nothing to say. */
  readonly added: Pick<AddedLogin, 'username' | 'mailFile'> | null
  readonly onClose: () => void
}

/** On a site without a mail server no mail is sent: says where it lies, so that the TD can pass it on. */
export function MailFileDialog({ added, onClose }: MailFileDialogProps) {
  const close = useRef<HTMLButtonElement>(null)
  // While the dialog fades out it still names the file.
  const last = useRef(added)
  if (added) last.current = added
  const { username = '', mailFile = null } = last.current ?? {}
  return (
    <Dialog
      open={added !== null}
      onClose={onClose}
      title="No email was sent"
      initialFocus={close}
      actions={
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles['form']}>
        <p>
          <bdi>{username}</bdi> gets no email, because this site has no mail server (<code>SMTP_URL</code> is not set).
          The mail with the temporary password lies in a file on the server, for you to pass on:
        </p>
        <p className={styles['file']}>
          <code>{mailFile}</code>
        </p>
        <CopyButton className={styles['copy']} variant="secondary" size="compact" text={mailFile ?? ''}>
          Copy the path
        </CopyButton>
      </div>
    </Dialog>
  )
}
