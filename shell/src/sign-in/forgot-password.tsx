import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { LinkRequestForm, linkRequestMachine } from '@ultimate/kit/people/link-request-form.tsx'
import { call } from '@ultimate/kit/request/api.ts'

const machine = linkRequestMachine({
  id: 'forgot-password',
  // The rest is for the server to decide: the shell brings no schemas.
  findError: (email) => (email.trim() === '' ? 'Email is required' : undefined),
  send: (email, idempotencyKey) => call('POST /api/auth/forgot-password', { body: { email } }, { idempotencyKey }),
})

/** Asks for a mailed link in place of the sign-in. The answer does not reveal whether a user has that address. */
export function ForgotPassword({ onBack }: { readonly onBack: () => void }) {
  return (
    <LinkRequestForm
      machine={machine}
      name="Ask for a link"
      label="Email"
      hint="The address of your login. A link to set a new password goes there."
      submit="Send Me a Link"
      takesFocus
      sent={{
        title: 'If that address has a login, we’ve emailed a link.',
        help: 'Its link works once, within an hour. Nothing yet? Check your spam folder, or ask a TD.',
      }}
      withoutMail=", or ask a TD."
    >
      <Button variant="secondary" wide onClick={onBack}>
        Back to Login
      </Button>
    </LinkRequestForm>
  )
}
