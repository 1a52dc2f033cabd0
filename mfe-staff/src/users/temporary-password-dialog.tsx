import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { CopyButton } from '@ultimate/kit/components/buttons/copy-button.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { useRef } from 'react'
import type { AddedLogin } from './add-user.machine.ts'
import styles from './users-page.module.css'

/** Returns the password that the TD passes on; a server of an earlier release names the file with the mail instead. */
export const passedOn = (answer: { readonly mail_file: string | null; readonly password?: string | undefined }) =>
  answer.password ?? answer.mail_file

export interface TemporaryPasswordDialogProps {
  /** The user who gets no email; null while the dialog is closed. */
  readonly added: Pick<AddedLogin, 'username' | 'password'> | null
  readonly onClose: () => void
}

/** Shows the temporary password once to the TD who made it, on a site without a mail server. */
export function TemporaryPasswordDialog({ added, onClose }: TemporaryPasswordDialogProps) {
  const copy = useRef<HTMLDivElement>(null)
  // While the dialog fades out it still shows the password.
  const last = useRef(added)
  if (added) last.current = added
  const { username = '', password = null } = last.current ?? {}
  return (
    <Dialog
      open={added !== null}
      onClose={onClose}
      title="No email was sent"
      initialFocus={copy}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className={styles['form']} ref={copy} tabIndex={-1}>
        <p>
          <bdi>{username}</bdi> gets no email, because this site has no mail server (<code>SMTP_URL</code> is not set).
          Please pass on this temporary password. It is shown only once:
        </p>
        <p className={styles['file']}>
          <code>{password}</code>
        </p>
        <CopyButton className={styles['copy']} variant="secondary" size="compact" text={password ?? ''}>
          Copy the password
        </CopyButton>
      </div>
    </Dialog>
  )
}
