import { passwordReset, passwordResetRequest } from '@ultimate/events/staff/account.ts'
import { secondFactorErrors } from '@ultimate/events/staff/second-factor-api.ts'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { nextRow, useFocusSuccessor } from '@ultimate/kit/focus/focus-successor.ts'
import { type FieldErrors, firstIssues } from '@ultimate/kit/form/field-errors.ts'
import type { FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { LinkRequestForm, linkRequestMachine } from '@ultimate/kit/people/link-request-form.tsx'
import { answerTo, shortPauses } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { signIn } from '@ultimate/kit/state/session.ts'
import { useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { useLinkToken } from './link-token.ts'
import { PasswordInput, withoutRepetition } from './password-form.tsx'
import styles from './reset-password-page.module.css'

/** The page for a forgotten password: it requests a link by email, and is the page behind that link. */
export function ResetPasswordPage() {
  const token = useLinkToken()
  const [outcome, setOutcome] = useState<LinkOutcome | null>(null)
  const region = useRef<HTMLDivElement>(null)
  useFocusSuccessor(region, nextRow)
  return (
    <Page ref={region}>
      <PageHeader title="New Password" feather="cranberry">
        For staff who forgot theirs.
      </PageHeader>
      <div className={styles['stack']}>
        {outcome?.link === 'used' ? (
          <SignedIn />
        ) : (
          <>
            {outcome && <Notice tone="bad" announce="alert" title={outcome.sentence} />}
            {token === null || outcome ? <LinkForm /> : <ResetForm key={token} token={token} onOutcome={setOutcome} />}
          </>
        )}
      </div>
    </Page>
  )
}

/** The message by which the server asks for a code. */
const codeRequired = secondFactorErrors.registry.SECOND_FACTOR_REQUIRED.message

const resetPassword = (token: string, { key, draft: { newPassword, code } }: FormAttempt<ResetDraft>) =>
  answerTo(resetFields, async (): Promise<LinkOutcome> => {
    try {
      const request = { body: { token, newPassword, ...(code && { code }) } }
      const session = await call('POST /api/auth/reset-password', request, { idempotencyKey: key })
      signIn(session.user, session.token)
      return { link: 'used' }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'RESET_LINK_INVALID')
        return { link: 'invalid', sentence: error.message }
      throw error
    }
  })

const machineFor = (token: string) =>
  resetMachine.provide({
    actors: { send: fromPromise(({ input }) => resetPassword(token, input)) },
    actions: { focusField },
  })

interface ResetFormProps {
  readonly token: string
  readonly onOutcome: (outcome: LinkOutcome) => void
}

function ResetForm({ token, onOutcome }: ResetFormProps) {
  const [machine] = useState(() => machineFor(token))
  const { errors, failure, isSending, waiting, value, draft, change, bind, onSubmit } = useForm(machine, undefined, {
    pauses: shortPauses,
  })
  const { code } = draft
  useEffect(() => {
    if (failure === codeRequired && code === null) change({ code: '' })
  }, [failure, code, change])
  useEffect(() => {
    if (value) onOutcome(value)
  }, [value, onOutcome])
  const formFailure = withoutRepetition(failure, errors)
  return (
    <form className={styles['stack']} noValidate aria-label="Set a new password" onSubmit={onSubmit}>
      {formFailure && <Notice tone="bad" announce="alert" title={formFailure} />}
      <PasswordInput
        label="New Password"
        hint="At least 6 characters. All your other devices will be signed out."
        {...bind('newPassword')}
        autoComplete="new-password"
      />
      <PasswordInput label="Confirm New Password" {...bind('confirmation')} autoComplete="new-password" />
      {code !== null && (
        <TextField
          label="Code"
          hint="Your account has a second factor: the six digits of your app, or a recovery code."
          autoComplete="one-time-code"
          autoFocus
          {...bind('code')}
          value={code}
        />
      )}
      <Button type="submit" className={styles['act']} busy={isSending && !waiting}>
        Set Password
      </Button>
      <WaitsForConnection waiting={waiting} />
    </form>
  )
}

function SignedIn() {
  return (
    <>
      <Notice tone="good" announce="status" title="Your new password is set, and you are signed in.">
        All your other devices are signed out.
      </Notice>
      <div>
        <LinkButton to="/">Go on to the site</LinkButton>
      </div>
    </>
  )
}

const linkMachine = linkRequestMachine({
  id: 'password-link',
  findError: (email) => firstIssues(['email'], passwordResetRequest.safeParse({ email })).email,
  send: (email, idempotencyKey) => call('POST /api/auth/forgot-password', { body: { email } }, { idempotencyKey }),
})

/** Asks for a link to a new password. The answer does not reveal whether a user has that address. */
function LinkForm() {
  return (
    <LinkRequestForm
      machine={linkMachine}
      name="Ask for a link"
      label="Email"
      hint="The address of your login. A link to set a new password goes there."
      submit="Send me a link"
      sent={{
        title: 'If that address has a login, we’ve emailed a link.',
        help: 'Its link works once, within an hour. Nothing yet? Check your spam folder, or ask a TD.',
      }}
      withoutMail=", or ask a TD."
    />
  )
}

interface ResetDraft {
  readonly newPassword: string
  readonly confirmation: string
  /** Null until the server asks for a code, because the user has a second factor. */
  readonly code: string | null
}

const resetFields = ['newPassword', 'confirmation', 'code'] as const

/** The link set a password, or the server no longer accepts it. */
type LinkOutcome = { readonly link: 'used' } | { readonly link: 'invalid'; readonly sentence: string }

/** Checks with the server's schema. Only the form checks that both new passwords are the same. */
function findErrors({ newPassword, confirmation, code }: ResetDraft): FieldErrors<keyof ResetDraft> {
  const errors = firstIssues(resetFields, passwordReset.safeParse({ token: '', newPassword }))
  return {
    ...errors,
    ...(confirmation !== newPassword && { confirmation: 'New passwords do not match' }),
    ...(code?.trim() === '' && { code: 'Please enter a code from your authenticator app' }),
  }
}

/** The form for a new password. It is done once the link has set the password or has turned out to be invalid. */
const resetMachine = formMachine<ResetDraft, LinkOutcome>({
  id: 'reset-password',
  fields: resetFields,
  empty: { newPassword: '', confirmation: '', code: null },
  findErrors,
  failed: 'Failed to set the password. Please try again.',
  validatedWith: { newPassword: ['confirmation'] },
  isFinal: true,
})
