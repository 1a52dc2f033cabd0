import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { doesSiteMail, noMail } from '@ultimate/kit/event/site-mail.ts'
import type { FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { WaitsForLine } from '@ultimate/kit/sending/waits-for-line.tsx'
import { fromPromise } from 'xstate'
import styles from './login-popover.module.css'

interface Draft {
  readonly email: string
}
const fields = ['email'] as const

const requestLink = ({ key, draft }: FormAttempt<Draft>) =>
  answerTo(fields, async () => {
    await call('POST /api/auth/forgot-password', { body: { email: draft.email } }, { idempotencyKey: key })
    return draft
  })

const machine = formMachine<Draft, Draft>({
  id: 'forgot-password',
  fields,
  empty: { email: '' },
  // The rest is for the server to say: the shell brings no schemas.
  errorsOf: ({ email }) => (email.trim() === '' ? { email: 'Email is required' } : {}),
  failed: 'No answer came. Please try again.',
  afterwards: (sent) => sent,
  keepsFailure: true,
  validatesOnSubmit: true,
}).provide({
  actors: { send: fromPromise(({ input }) => requestLink(input)) },
  actions: { focusField },
})

/** In place of the sign-in: asks for a mailed link. The answer does not reveal whether a user has that address. */
export function ForgotPassword({ onBack }: { readonly onBack: () => void }) {
  const { bind, onSubmit, isSending, waiting, value, failure, errors } = useForm(machine)
  const isSaidBelow = failure !== null && Object.values(errors).includes(failure)
  return (
    <form className={styles['form']} noValidate aria-label="Ask for a link" onSubmit={onSubmit}>
      {failure && !isSaidBelow && <Notice tone="bad" announce="alert" title={failure} />}
      <TextField
        label="Email"
        hint="The address of your login. A link to set a new password goes there."
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        // The button that led here is gone, and the focus with it.
        ref={(field) => field?.focus()}
        {...bind('email')}
      />
      <Button type="submit" wide busy={isSending && !waiting}>
        Send Me a Link
      </Button>
      <WaitsForLine waiting={waiting} />
      {value && <Sent />}
      <Button variant="secondary" wide onClick={onBack}>
        Back to Login
      </Button>
    </form>
  )
}

function Sent() {
  if (!doesSiteMail())
    return (
      <Notice tone="warn" announce="status" title="We have your request, but no link is on its way.">
        {noMail}, or ask a TD.
      </Notice>
    )
  return (
    <Notice tone="good" announce="status" title="If a login has this address, a mail is on its way.">
      Its link works once, within an hour. Look among the junk as well; if nothing comes, ask a TD.
    </Notice>
  )
}
