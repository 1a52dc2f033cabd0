import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { doesSiteMail } from '@ultimate/kit/event/site-mail.ts'
import { messageOrStatus, shortPauses } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'

export interface RevokeLinkDialogProps {
  readonly signup: Pick<Signup, 'id' | 'person_name'>
  readonly onClose: () => void
}

/** Ends the private link of the volunteer once TD or admin confirms. */
export function RevokeLinkDialog({ signup: { id, person_name: name }, onClose }: RevokeLinkDialogProps) {
  const ending = useCommand<void>({
    send: (_, idempotencyKey) =>
      call('POST /api/dinner-signup/{id}/revoke-link', { params: { id } }, { idempotencyKey }),
    pauses: shortPauses,
    failed: (error) => messageOrStatus(error, 'No response. Please try again.'),
    onDone: () => {
      toast.success(`The private link of ${name} is replaced.`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      tone="danger"
      title={`Replace the private link of ${name}?`}
      confirmLabel="Replace the link"
      command={ending}
      onConfirm={() => ending.run()}
      onCancel={onClose}
    >
      <p>
        Anyone who has it, or has opened it on a device, can no longer see and remove the sign-ups of this address. The
        sign-ups stay.
      </p>
      <p>
        {doesSiteMail()
          ? `We’ll email ${name} a new link.`
          : `This site sends no email: please tell ${name} to ask for a new link.`}
      </p>
      <p>This cannot be undone.</p>
    </ConfirmDialog>
  )
}
