import { emailAddress } from '@ultimate/events/dinner/slots/signup-schema.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { LinkRequestForm, linkRequestMachine } from '@ultimate/kit/people/link-request-form.tsx'
import { call } from '@ultimate/kit/request/api.ts'

const machine = linkRequestMachine({
  id: 'private-link',
  findError: (email) => (emailAddress.safeParse(email).error ? 'Please enter a valid email address' : undefined),
  send: (email, idempotencyKey) => call('POST /api/dinner-signup/link', { body: { email } }, { idempotencyKey }),
})

interface LinkDialogProps {
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
      description="The link in the email lets any device show and remove your sign-ups."
    >
      <LinkRequestForm
        machine={machine}
        name="Ask for your link"
        label="Email you signed up with"
        submit="Send the link"
        email={email}
        sent={{
          title: 'If that address has sign-ups, we’ve emailed the link.',
          help: 'Nothing yet? Check your spam folder. We send at most three emails a day to one address.',
        }}
        withoutMail=": we can help."
      >
        <Button variant="secondary" wide onClick={onClose}>
          Close
        </Button>
      </LinkRequestForm>
    </Dialog>
  )
}
