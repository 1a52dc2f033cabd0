import { passwordResetRequest } from '@ultimate/events/staff/account.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { doesSiteMail, noMail } from '@ultimate/kit/event/site-mail.ts'
import { firstIssues } from '@ultimate/kit/form/field-errors.ts'
import type { FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { WaitsForLine } from '@ultimate/kit/sending/waits-for-line.tsx'
import { fromPromise } from 'xstate'
import styles from './link-form.module.css'

interface LinkDraft {
  readonly email: string
}
const fields = ['email'] as const

const requestLink = ({ key, draft }: FormAttempt<LinkDraft>) =>
  answerTo(fields, async () => {
    await call('POST /api/auth/forgot-password', { body: { email: draft.email } }, { idempotencyKey: key })
    return draft
  })

const machine = formMachine<LinkDraft, LinkDraft>({
  id: 'password-link',
  fields,
  empty: { email: '' },
  errorsOf: (draft) => firstIssues(fields, passwordResetRequest.safeParse(draft)),
  failed: 'No answer came. Please try again.',
  afterwards: (sent) => sent,
  keepsFailure: true,
  validatesOnSubmit: true,
}).provide({
  actors: { send: fromPromise(({ input }) => requestLink(input)) },
  actions: { focusField },
})

/** Asks for a link to a new password. The answer does not reveal whether a user has that address. */
export function LinkForm() {
  const { bind, onSubmit, isSending, waiting, value, failure, errors } = useForm(machine)
  const isSaidBelow = failure !== null && Object.values(errors).includes(failure)
  return (
    <form className={styles['form']} noValidate aria-label="Ask for a link" onSubmit={onSubmit}>
      <TextField
        label="Email"
        hint="The address of your login. A link to set a new password goes there."
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...bind('email')}
      />
      <Button className={styles['send']} type="submit" busy={isSending && !waiting}>
        Send me a link
      </Button>
      <WaitsForLine waiting={waiting} />
      {value && <Sent />}
      {failure && !isSaidBelow && <Notice tone="bad" announce="alert" title={failure} />}
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
