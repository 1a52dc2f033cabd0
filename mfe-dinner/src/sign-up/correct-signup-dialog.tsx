import { signupCorrection, signupLimits } from '@ultimate/events/dinner/slots/signup.ts'
import type { ContactSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { emailsTo } from '@ultimate/kit/event/site-mail.ts'
import { type FieldErrors, firstIssues, hasErrors } from '@ultimate/kit/form/field-errors.ts'
import { messageOrStatus, shortPauses } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { type FormEvent, useState } from 'react'
import styles from '../volunteers/volunteer-dialog.module.css'

const fields = ['personName', 'email', 'reason'] as const
type Draft = Readonly<Record<(typeof fields)[number], string>>

export interface CorrectSignupDialogProps {
  readonly signup: Pick<ContactSignup, 'id' | 'person_name' | 'email'>
  readonly onClose: () => void
}

/** Lets TD and admin correct a name and address. A walk-in has no address to be corrected. */
export function CorrectSignupDialog({ signup: { id, person_name: name, email }, onClose }: CorrectSignupDialogProps) {
  const [stored] = useState<Draft>({ personName: name, email, reason: '' })
  const [draft, setDraft] = useState(stored)
  const [errors, setErrors] = useState<FieldErrors<keyof Draft>>({})
  const { run, isPending, waiting, message } = useCommand({
    send: async (body: ReturnType<typeof signupCorrection.parse>, idempotencyKey) => {
      await call('PUT /api/dinner-signups/{id}/email', { params: { id }, body }, { idempotencyKey })
      return idempotencyKey
    },
    pauses: shortPauses,
    failed: (error) => messageOrStatus(error, 'No response. Please try again.'),
    onDone: (key) => {
      void refresh(['signups'])
      toast.success(`The sign-up of ${name} is corrected. ${heard}`, offerUndo([key]))
      onClose()
    },
  })
  const heard = emailsTo(email === '' ? 0 : 1, name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const changed = Object.fromEntries(
      fields.filter((field) => draft[field] !== stored[field]).map((field) => [field, draft[field]]),
    )
    const read = signupCorrection.safeParse(changed)
    const found = firstIssues(fields, read)
    const all = draft.reason.trim() === '' ? { ...found, reason: 'Please say why.' } : found
    setErrors(all)
    if (read.success && !hasErrors(all) && !isPending) run(read.data)
  }
  const bind = (field: keyof Draft) => ({
    value: draft[field],
    error: errors[field],
    autoComplete: 'off',
    onValueChange: (value: string) => setDraft((before) => ({ ...before, [field]: value })),
  })
  const leave = () => {
    waiting?.cancel()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={leave}
      title={`Correct the sign-up of ${name}`}
      description={`${email === '' ? '' : 'All their sign-ups change with it. '}${heard}`}
      actions={
        <>
          <Button variant="secondary" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" form="correct-signup" busy={isPending && !waiting}>
            Correct
          </Button>
        </>
      }
    >
      <form
        id="correct-signup"
        className={styles['stack']}
        noValidate
        aria-label="Correct the sign-up"
        onSubmit={submit}
      >
        <TextField label="Name" maxLength={signupLimits.name} {...bind('personName')} />
        {email !== '' && (
          <TextField
            label="Email"
            type="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            {...bind('email')}
          />
        )}
        <TextField
          label="Reason"
          hint={email === '' ? 'The history shows it.' : 'They get it by email, and the history shows it.'}
          maxLength={signupLimits.reason}
          {...bind('reason')}
        />
        {message && <Notice tone="bad" announce="alert" title={message} />}
        <WaitsForConnection waiting={waiting} withoutCancel />
      </form>
    </Dialog>
  )
}
