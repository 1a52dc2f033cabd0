import { emailAddress } from '@ultimate/events/dinner/slots/signup.ts'
import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { emailsTo } from '@ultimate/kit/event/site-mail.ts'
import { messageOrStatus, retryUntilAnswered } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForLine } from '@ultimate/kit/sending/waits-for-line.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { type FormEvent, useState } from 'react'

export interface CorrectSignupDialogProps {
  readonly signup: Pick<Signup, 'id' | 'person_name'>
  readonly onClose: () => void
  /** Given the new address. */
  readonly onCorrected?: (email: string) => void
}

/** For TD and admin, where emails to a volunteer do not arrive. */
export function CorrectSignupDialog({ signup, onClose, onCorrected }: CorrectSignupDialogProps) {
  const { id, person_name: name } = signup
  const [email, setEmail] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const { run, isPending, waiting, message } = useCommand<string, { readonly key: string; readonly address: string }>({
    send: async (address, idempotencyKey) => {
      const input = { params: { id }, body: { email: address } }
      await retryUntilAnswered(() => call('PUT /api/dinner-signups/{id}/email', input, { idempotencyKey }))
      return { key: idempotencyKey, address }
    },
    failed: (error) => messageOrStatus(error, 'No answer came. Please try again.'),
    onDone: ({ key, address }) => {
      onCorrected?.(address)
      void refresh(['signups'])
      toast.success(`The address of ${name} is corrected.`, offerUndo([key]))
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { data, success } = emailAddress.safeParse(email)
    setMistake(success ? null : 'Please enter a valid email address')
    if (success && !isPending) run(data)
  }
  const leave = () => {
    waiting?.cancel()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={leave}
      title={`Correct the address of ${name}`}
      description={`All sign-ups under their current address move to the new one. ${emailsTo(1, name)}`}
      actions={
        <>
          <Button variant="secondary" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" form="correct-signup" busy={isPending && !waiting}>
            Correct address
          </Button>
        </>
      }
    >
      <form id="correct-signup" noValidate aria-label="Correct the address" onSubmit={submit}>
        <TextField
          label="New email"
          value={email}
          error={mistake ?? message ?? undefined}
          onValueChange={setEmail}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <WaitsForLine waiting={waiting} withoutCancel />
      </form>
    </Dialog>
  )
}
