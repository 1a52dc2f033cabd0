import { confirmationLinkRequest } from '@ultimate/events/tournament/registration.ts'
import { doesSiteMail } from '@ultimate/kit/event/site-mail.ts'
import { firstIssues } from '@ultimate/kit/form/field-errors.ts'
import { LinkRequestForm, linkRequestMachine } from '@ultimate/kit/people/link-request-form.tsx'
import { call } from '@ultimate/kit/request/api.ts'
import styles from './my-team-page.module.css'

const machine = linkRequestMachine({
  id: 'my-team-link',
  findError: (email) => firstIssues(['email'], confirmationLinkRequest.safeParse({ email })).email,
  send: (email, idempotencyKey) => call('POST /api/my-team/request-link', { body: { email } }, { idempotencyKey }),
})

/** Asks for the link of the captain again. The answer does not reveal whether a team has that address. */
export function TeamLinkForm() {
  return (
    <section className={styles['link']} aria-label="Lost your link?">
      <h2>Lost your link?</h2>
      <LinkRequestForm
        machine={machine}
        name="Ask for the link again"
        label="Captain email"
        hint={doesSiteMail() ? 'We’ll email the links of all teams with this address.' : undefined}
        submit="Send me the link"
        sent={{
          title: 'If a team has that address, we’ve emailed its link.',
          help: 'Open it and press “Games and scores”. Nothing yet? Check your spam folder. Still nothing? The tournament director can enter your scores.',
        }}
        withoutMail=": the tournament director can help."
      />
    </section>
  )
}
