import { confirmationLinkRequest } from '@ultimate/events/tournament/registration.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { useMutation } from '@ultimate/kit/request/query.ts'
import { type FormEvent, useState } from 'react'
import styles from './link-form.module.css'

const fieldId = 'confirmation-link-email'

/** Asks for the mail once more. The answer does not reveal whether a bid of that address waits. */
export function LinkForm() {
  const [email, setEmail] = useState('')
  const [flaw, setFlaw] = useState<string>()
  const { mutate, status, error } = useMutation({
    mutationFn: (address: string) => call('POST /api/confirm-address/link', { body: { email: address } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = confirmationLinkRequest.safeParse({ email }).error?.issues[0]?.message
    setFlaw(wrong)
    if (wrong) return document.getElementById(fieldId)?.focus()
    mutate(email)
  }
  const change = (value: string) => {
    setFlaw(undefined)
    setEmail(value)
  }
  return (
    <form className={styles['form']} noValidate aria-label="Ask for a new link" onSubmit={submit}>
      <TextField
        id={fieldId}
        label="Captain email"
        hint="We mail a new link for every bid that waits for this address."
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={flaw}
        onValueChange={change}
      />
      <Button className={styles['send']} type="submit" busy={status === 'pending'}>
        Send me a new link
      </Button>
      {status === 'success' && (
        <Notice tone="good" announce="status" title="If a bid waits for this address, a mail is on its way.">
          Look among the junk as well. We write to one address three times a day at most; if nothing comes, write to the
          organizers, who can confirm you by hand.
        </Notice>
      )}
      {error && (
        <Notice
          tone="bad"
          announce="alert"
          title={error instanceof ApiError ? error.message : 'No answer came. Please try again.'}
        />
      )}
    </form>
  )
}
