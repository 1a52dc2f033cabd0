import type { ForgetRequest } from '@ultimate/events/staff/people-api.ts'
import { TextArea } from '@ultimate/kit/components/fields/text-field.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { doesSiteMail } from '@ultimate/kit/event/site-mail.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { useRef, useState } from 'react'

interface DeclineDialogProps {
  /** Null while the dialog is closed. */
  readonly request: ForgetRequest | null
  readonly onClose: () => void
}

const longestReason = 500

/** Asks for the reason that the person is told. */
export function DeclineDialog({ request, onClose }: DeclineDialogProps) {
  const [reason, setReason] = useState('')
  const decline = useCommand<{ readonly id: string; readonly reason: string }, unknown>({
    send: ({ id, ...body }, idempotencyKey) =>
      call('POST /api/people/forget-requests/{id}/decline', { params: { id }, body }, { idempotencyKey }),
    failed: 'Failed to decline it',
    onDone: () => {
      toast.success(doesSiteMail() ? 'Declined. They are told by mail.' : 'Declined. Please tell them yourself.')
      close()
    },
  })
  const close = () => {
    decline.reset()
    setReason('')
    onClose()
  }
  // While the dialog fades out it still names the person.
  const last = useRef<ForgetRequest | null>(null)
  if (request) last.current = request
  return (
    <ConfirmDialog
      open={request !== null}
      title="Decline to Forget"
      confirmLabel="Decline"
      busy={decline.isPending}
      waiting={decline.waiting}
      error={decline.message}
      onConfirm={() => request && decline.run({ id: request.id, reason: reason.trim() })}
      onCancel={close}
    >
      <p>
        Nothing is forgotten.{' '}
        {doesSiteMail() ? (
          <>
            <strong>{last.current?.email}</strong> gets this by mail:
          </>
        ) : (
          <>
            This site sends no mail, so please tell <strong>{last.current?.email}</strong> this yourself:
          </>
        )}
      </p>
      <TextArea
        id="decline-reason"
        label="Why not"
        maxLength={longestReason}
        value={reason}
        onValueChange={setReason}
      />
    </ConfirmDialog>
  )
}
