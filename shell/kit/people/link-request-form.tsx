import { doesSiteMail, noMail } from '@ultimate/kit/event/site-mail.ts'
import type { FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo, shortPauses } from '@ultimate/kit/request/answer.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import type { ReactNode } from 'react'
import { fromPromise } from 'xstate'
import { Button } from '../components/buttons/button.tsx'
import { Notice } from '../components/feedback/notice.tsx'
import { TextField } from '../components/fields/text-field.tsx'
import styles from './link-request-form.module.css'

interface Draft {
  readonly email: string
}
const fields = ['email'] as const

interface LinkRequest {
  /** Prefix of the ids of its controls. */
  readonly id: string
  /** Returns the message about an invalid address; `undefined` for a valid one. */
  readonly findError: (email: string) => string | undefined
  /** Asks the server. A try without an answer is repeated with the same idempotency key. */
  readonly send: (email: string, idempotencyKey: string) => Promise<unknown>
}

/** The machine of a form that asks for a link by mail. Made once per form, outside its component. */
export const linkRequestMachine = ({ id, findError, send }: LinkRequest) =>
  formMachine<Draft, Draft>({
    id,
    fields,
    empty: { email: '' },
    findErrors: ({ email }) => {
      const error = findError(email)
      return error === undefined ? {} : { email: error }
    },
    failed: 'No response. Please try again.',
    afterwards: (sent) => sent,
    keepsFailure: true,
    validatesOnSubmit: true,
  }).provide({
    actors: {
      send: fromPromise(({ input: { key, draft } }: { input: FormAttempt<Draft> }) =>
        answerTo(fields, async () => {
          await send(draft.email, key)
          return draft
        }),
      ),
    },
    actions: { focusField },
  })

export interface LinkRequestFormProps {
  readonly machine: ReturnType<typeof linkRequestMachine>
  /** Its accessible name. */
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  readonly submit: string
  /** An address that is known already. */
  readonly email?: string
  /** True where the form took the place of the element that had the focus. */
  readonly takesFocus?: boolean
  /** The message once the server has the request. It must not reveal whether the address is known. */
  readonly sent: { readonly title: string; readonly help: ReactNode }
  /** On a site that sends no mail, the end of the sentence on where to turn. It follows the address to write to. */
  readonly withoutMail: string
  /** Further buttons. */
  readonly children?: ReactNode
}

/** Asks for a link by mail: an address, a button, and what became of it. */
export function LinkRequestForm({ machine, email = '', takesFocus = false, ...words }: LinkRequestFormProps) {
  const { bind, onSubmit, isSending, isDirty, waiting, value, failure, errors } = useForm(
    machine,
    { stored: { email } },
    { pauses: shortPauses },
  )
  // The server's message about the form may also be that of a field, which shows it already.
  const isShownAtField = failure !== null && Object.values(errors).includes(failure)
  return (
    <form
      className={styles['form']}
      noValidate
      aria-label={words.name}
      data-stored={!isDirty || undefined}
      onSubmit={onSubmit}
    >
      <TextField
        label={words.label}
        hint={words.hint}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        ref={takesFocus ? focusOnce : undefined}
        {...bind('email')}
      />
      <Button className={styles['send']} type="submit" busy={isSending && !waiting}>
        {words.submit}
      </Button>
      <WaitsForConnection waiting={waiting} message={isShownAtField ? null : failure} />
      {value && <Sent sent={words.sent} withoutMail={words.withoutMail} />}
      {words.children}
    </form>
  )
}

const focusOnce = (field: HTMLInputElement | null) => field?.focus()

function Sent({ sent, withoutMail }: Pick<LinkRequestFormProps, 'sent' | 'withoutMail'>) {
  if (!doesSiteMail())
    return (
      <Notice tone="warn" announce="status" title="We have your request, but cannot send the link.">
        {noMail()}
        {withoutMail}
      </Notice>
    )
  return (
    <Notice tone="good" announce="status" title={sent.title}>
      {sent.help}
    </Notice>
  )
}
