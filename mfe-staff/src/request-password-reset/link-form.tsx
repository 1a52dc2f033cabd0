import { passwordResetRequest } from '@ultimate/events/staff/account.ts'
import { LinkRequestForm, linkRequestMachine } from '@ultimate/kit/components/link-request/link-request-form.tsx'
import { firstIssues } from '@ultimate/kit/form/field-errors.ts'
import { call } from '@ultimate/kit/request/api.ts'

const machine = linkRequestMachine({
  id: 'password-link',
  errorOf: (email) => firstIssues(['email'], passwordResetRequest.safeParse({ email })).email,
  send: (email, idempotencyKey) => call('POST /api/auth/forgot-password', { body: { email } }, { idempotencyKey }),
})

/** Asks for a link to a new password. The answer does not reveal whether a user has that address. */
export function LinkForm() {
  return (
    <LinkRequestForm
      machine={machine}
      name="Ask for a link"
      label="Email"
      hint="The address of your login. A link to set a new password goes there."
      submit="Send me a link"
      sent={{
        title: 'If that address has a login, we’ve emailed a link.',
        help: 'Its link works once, within an hour. Look among the junk as well; if nothing comes, ask a TD.',
      }}
      withoutMail=", or ask a TD."
    />
  )
}
