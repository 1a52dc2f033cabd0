import { secondFactorErrors } from '@ultimate/events/staff/second-factor-api.ts'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { useFocusSuccessor } from '@ultimate/kit/focus/focus-successor.ts'
import { nextRow } from '@ultimate/kit/focus/successors.ts'
import type { FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo, retryUntilAnswered } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { useLocation, useNavigate } from '@ultimate/kit/router.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { signIn } from '@ultimate/kit/state/session.ts'
import { useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { PasswordInput } from '../change-password/password-form.tsx'
import { LinkForm } from '../request-password-reset/link-form.tsx'
import { type Judgement, type ResetDraft, resetFields, resetMachine } from './reset-password.machine.ts'
import styles from './reset-password-page.module.css'

/** For who does not know their password any more: asks for a link, and is the page behind it. */
export function ResetPasswordPage() {
  const token = useLinkToken()
  const [judgement, setJudgement] = useState<Judgement | null>(null)
  const region = useRef<HTMLDivElement>(null)
  useFocusSuccessor(region, nextRow)
  return (
    <Page ref={region}>
      <PageHeader title="New Password" feather="cranberry">
        For staff who do not know theirs any more.
      </PageHeader>
      <div className={styles['stack']}>
        {judgement?.link === 'good' ? (
          <SignedIn />
        ) : (
          <>
            {judgement && <Notice tone="bad" announce="alert" title={judgement.sentence} />}
            {token === null || judgement ? (
              <LinkForm />
            ) : (
              <ResetForm key={token} token={token} onJudged={setJudgement} />
            )}
          </>
        )}
      </div>
    </Page>
  )
}

/** The mail's link carries its token behind a `#`; it leaves the address, and so the history, at once. */
function useLinkToken(): string | null {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const found = new URLSearchParams(hash.slice(1)).get('token')
  const [token, setToken] = useState(found)
  useEffect(() => {
    if (found === null) return
    setToken(found)
    void navigate({ hash: '' }, { replace: true, preventScrollReset: true })
  }, [found, navigate])
  return token
}

/** Whether this answer asked for a code, see `SECOND_FACTOR_REQUIRED`. */
const codeAsked = secondFactorErrors.registry.SECOND_FACTOR_REQUIRED.message

const resetPassword = (token: string, { key, draft: { newPassword, code } }: FormAttempt<ResetDraft>) =>
  answerTo(resetFields, async (): Promise<Judgement> => {
    try {
      const request = { body: { token, newPassword, ...(code && { code }) } }
      const session = await retryUntilAnswered(() =>
        call('POST /api/auth/reset-password', request, { idempotencyKey: key }),
      )
      signIn(session.user, session.token)
      return { link: 'good' }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'RESET_LINK_INVALID')
        return { link: 'over', sentence: error.message }
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
  readonly onJudged: (judgement: Judgement) => void
}

function ResetForm({ token, onJudged }: ResetFormProps) {
  const [machine] = useState(() => machineFor(token))
  const { errors, failure, isSending, waiting, value, draft, change, bind, onSubmit } = useForm(machine)
  const { code } = draft
  useEffect(() => {
    if (failure === codeAsked && code === null) change({ code: '' })
  }, [failure, code, change])
  useEffect(() => {
    if (value) onJudged(value)
  }, [value, onJudged])
  // The server says under a field what it also says of the whole.
  const isSaidBelow = failure !== null && Object.values(errors).includes(failure)
  return (
    <form className={styles['stack']} noValidate aria-label="Set a new password" onSubmit={onSubmit}>
      {failure && !isSaidBelow && <Notice tone="bad" announce="alert" title={failure} />}
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
