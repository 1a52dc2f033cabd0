import { emailAddress } from '@ultimate/events/dinner/slots/signup.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { doesSiteMail, noMail } from '@ultimate/kit/event/site-mail.ts'
import type { Answer, FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { retryUntilAnswered } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { WaitsForLine } from '@ultimate/kit/sending/waits-for-line.tsx'
import { fromPromise } from 'xstate'
import styles from './link-dialog.module.css'

interface LinkDraft {
  readonly email: string
}

async function requestLink({ key, draft }: FormAttempt<LinkDraft>): Promise<Answer<keyof LinkDraft>> {
  try {
    const body = { email: draft.email }
    await retryUntilAnswered(() => call('POST /api/dinner-signup/link', { body }, { idempotencyKey: key }))
    return { kind: 'accepted', value: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status >= 500) return { kind: 'unanswered', message: error.message }
    return { kind: 'refused', message: error.message, errors: {} }
  }
}

const machine = formMachine<LinkDraft>({
  id: 'private-link',
  fields: ['email'],
  empty: { email: '' },
  errorsOf: ({ email }) => (emailAddress.safeParse(email).error ? { email: 'Please enter a valid email address' } : {}),
  failed: 'No answer came. Please try again.',
  keepsFailure: true,
  validatesOnSubmit: true,
  isFinal: true,
}).provide({
  actors: { send: fromPromise(({ input }) => requestLink(input)) },
  actions: { focusField },
})

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
  const { state, bind, onSubmit, isSending, waiting, failure } = useForm(machine, { stored: { email: known } })
  if (state === 'done')
    return (
      <div className={styles['form']}>
        <Sent />
        <Button className={styles['send']} variant="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    )
  return (
    <form className={styles['form']} noValidate onSubmit={onSubmit}>
      <TextField
        label="Email you signed up with"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...bind('email')}
      />
      {failure && <Notice tone="bad" announce="alert" title={failure} />}
      <WaitsForLine waiting={waiting} />
      <Button className={styles['send']} type="submit" busy={isSending && !waiting}>
        Send the link
      </Button>
    </form>
  )
}

function Sent() {
  if (!doesSiteMail())
    return (
      <Notice tone="warn" announce="status" title="We have your request, but no link is on its way.">
        {noMail}: we can help by hand.
      </Notice>
    )
  return (
    <Notice tone="good" announce="status" title="If somebody signed up with this address, a mail is on its way.">
      Look into the spam folder as well. We write to one address three times a day at most.
    </Notice>
  )
}
