import type { ContactSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { signupCorrection, signupLimits } from '@ultimate/events/dinner/slots/signup-schema.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
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
import styles from './volunteer-dialog.module.css'

const fields = ['personName', 'email', 'reason'] as const
type Draft = Readonly<Record<(typeof fields)[number], string>>

interface CorrectSignupDialogProps {
  readonly signup: Pick<ContactSignup, 'id' | 'person_name' | 'email'>
  readonly onClose: () => void
}

/** Lets TD and admin correct a name and an address. A walk-in has only a name. */
export function CorrectSignupDialog({ signup: { id, person_name: name, email }, onClose }: CorrectSignupDialogProps) {
  // A forgotten person has no address either, but can't be corrected.
  const isWalkIn = email === ''
  const emailSentence = emailsTo(isWalkIn ? 0 : 1, name)
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
      toast.success(`The sign-up of ${name} is corrected. ${emailSentence}`, offerUndo([key]))
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const changes = Object.fromEntries(
      fields.filter((field) => draft[field] !== stored[field]).map((field) => [field, draft[field]]),
    )
    const parsed = signupCorrection.safeParse(changes)
    const issues = firstIssues(fields, parsed)
    // The server accepts a correction without a reason, this form does not.
    const allIssues = draft.reason.trim() === '' ? { ...issues, reason: 'Please say why.' } : issues
    setErrors(allIssues)
    if (parsed.success && !hasErrors(allIssues) && !isPending) run(parsed.data)
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
      description={`${isWalkIn ? '' : 'All their sign-ups change with it. '}${emailSentence}`}
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
        {!isWalkIn && (
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
          hint={isWalkIn ? 'The history shows it.' : 'They get it by email, and the history shows it.'}
          maxLength={signupLimits.reason}
          {...bind('reason')}
        />
        <WaitsForConnection waiting={waiting} message={message} withoutCancel />
      </form>
    </Dialog>
  )
}
