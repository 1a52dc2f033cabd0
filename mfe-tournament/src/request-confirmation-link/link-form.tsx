import { confirmationLinkRequest } from '@ultimate/events/tournament/registration.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { doesSiteMail, noMail } from '@ultimate/kit/event/site-mail.ts'
import { firstIssues } from '@ultimate/kit/form/field-errors.ts'
import type { Answer, FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { WaitsForLine } from '@ultimate/kit/sending/waits-for-line.tsx'
import { fromPromise } from 'xstate'
import styles from './link-form.module.css'

interface LinkDraft {
  readonly email: string
}
const fields = ['email'] as const

async function requestLink({ key, draft }: FormAttempt<LinkDraft>): Promise<Answer<keyof LinkDraft, LinkDraft>> {
  try {
    await call('POST /api/confirm-address/link', { body: { email: draft.email } }, { idempotencyKey: key })
    return { kind: 'accepted', value: draft }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { kind: 'refused', message: error.message, errors: {} }
  }
}

const machine = formMachine<LinkDraft, LinkDraft>({
  id: 'confirmation-link',
  fields,
  empty: { email: '' },
  errorsOf: (draft) => firstIssues(fields, confirmationLinkRequest.safeParse(draft)),
  failed: 'No answer came. Please try again.',
  afterwards: (sent) => sent,
  keepsFailure: true,
  validatesOnSubmit: true,
}).provide({
  actors: { send: fromPromise(({ input }) => requestLink(input)) },
  actions: { focusField },
})

/** Asks for the links once more. The answer does not reveal whether there is a bid of that address. */
export function LinkForm() {
  const { bind, onSubmit, isSending, waiting, value, failure } = useForm(machine)
  return (
    <form className={styles['form']} noValidate aria-label="Ask for a new link" onSubmit={onSubmit}>
      <TextField
        label="Captain email"
        hint={doesSiteMail() ? 'We mail the links of all bids of this address.' : undefined}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...bind('email')}
      />
      <Button className={styles['send']} type="submit" busy={isSending && !waiting}>
        Send me a new link
      </Button>
      <WaitsForLine waiting={waiting} />
      {value && <Sent />}
      {failure && <Notice tone="bad" announce="alert" title={failure} />}
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
    <Notice tone="good" announce="status" title="If there is a bid of this address, a mail is on its way.">
      Look among the junk as well. We write to one address three times a day at most; if nothing comes, write to the
      organizers, who can help by hand.
    </Notice>
  )
}
