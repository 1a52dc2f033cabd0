import { confirmationLinkRequest } from '@ultimate/events/tournament/registration.ts'
import { doesSiteMail } from '@ultimate/kit/event/site-mail.ts'
import { firstIssues } from '@ultimate/kit/form/field-errors.ts'
import { LinkRequestForm, linkRequestMachine } from '@ultimate/kit/people/link-request-form.tsx'
import { call } from '@ultimate/kit/request/api.ts'

const machine = linkRequestMachine({
  id: 'confirmation-link',
  findError: (email) => firstIssues(['email'], confirmationLinkRequest.safeParse({ email })).email,
  send: (email, idempotencyKey) => call('POST /api/confirm-address/link', { body: { email } }, { idempotencyKey }),
})

/** Asks for the links once more. The answer does not reveal whether there is a bid of that address. */
export function LinkForm() {
  return (
    <LinkRequestForm
      machine={machine}
      name="Ask for a new link"
      label="Captain email"
      hint={doesSiteMail() ? 'We’ll email the links of all bids with this address.' : undefined}
      submit="Send me a new link"
      sent={{
        title: 'If that address has a bid, we’ve emailed the links.',
        help: 'Nothing yet? Check your spam folder. We send at most three emails a day to one address. Still nothing? Email us.',
      }}
      withoutMail=": we can help."
    />
  )
}
