import { emailAddress } from '@ultimate/events/dinner/signup.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { newKey } from '@ultimate/kit/request/idempotency-key.ts'
import { useMutation } from '@ultimate/kit/request/query.ts'
import { type FormEvent, useId, useRef, useState } from 'react'
import styles from './link-dialog.module.css'

export interface LinkDialogProps {
  readonly open: boolean
  /** The address from the form of the page. */
  readonly email: string
  readonly onClose: () => void
}

/** Asks for the mail with the private link. The answer does not reveal whether an address is known. */
export function LinkDialog({ open, email, onClose }: LinkDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Send me my link again"
      description="The link in the mail lets any device show and remove your sign-ups."
    >
      <LinkForm known={email} onClose={onClose} />
    </Dialog>
  )
}

function LinkForm({ known, onClose }: { readonly known: string; readonly onClose: () => void }) {
  const [email, setEmail] = useState(known)
  const [flaw, setFlaw] = useState<string>()
  const id = useId()
  const key = useRef(newKey())
  const { mutate, status, error } = useMutation({
    mutationFn: (address: string) =>
      call('POST /api/dinner-signup/link', { body: { email: address } }, { idempotencyKey: key.current }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = emailAddress.safeParse(email).error && 'Please enter a valid email address'
    setFlaw(wrong)
    if (wrong) return document.getElementById(id)?.focus()
    mutate(email)
  }
  const change = (value: string) => {
    key.current = newKey()
    setFlaw(undefined)
    setEmail(value)
  }
  if (status === 'success')
    return (
      <div className={styles['form']}>
        <Notice tone="good" announce="status" title="If somebody signed up with this address, a mail is on its way.">
          Look into the spam folder as well. We write to one address three times a day at most.
        </Notice>
        <Button className={styles['send']} variant="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    )
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <TextField
        id={id}
        label="Email you signed up with"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={flaw}
        onValueChange={change}
      />
      {error && (
        <Notice
          tone="bad"
          announce="alert"
          title={error instanceof ApiError ? error.message : 'No answer came. Please try again.'}
        />
      )}
      <Button className={styles['send']} type="submit" busy={status === 'pending'}>
        Send the link
      </Button>
    </form>
  )
}
