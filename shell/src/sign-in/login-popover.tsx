import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { InlineError } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField, type TextFieldProps } from '@ultimate/kit/components/fields/text-field.tsx'
import { Popover } from '@ultimate/kit/components/overlays/popover.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { venueDay } from '@ultimate/kit/event/venue-time.ts'
import type { Answer } from '@ultimate/kit/form/form-draft.ts'
import { controlId } from '@ultimate/kit/form/form-machine.ts'
import { LinkRequestForm, linkRequestMachine } from '@ultimate/kit/people/link-request-form.tsx'
import { messageOf, newKey } from '@ultimate/kit/request/answer.ts'
import { ApiError, call, NetworkError } from '@ultimate/kit/request/api.ts'
import { signIn } from '@ultimate/kit/state/session.ts'
import { useMachine } from '@xstate/react'
import { type FormEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { userPagesFor } from '../navigation/admission.ts'
import type { Page } from '../navigation/pages.ts'
import styles from './login-popover.module.css'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { type Credentials, failed, type GrantedSession, networkFailed, signInMachine } from './sign-in-machine.ts'

export interface LoginPopoverProps {
  readonly open: boolean
  /** The user is signed in, pressed Escape or the cross, or pressed outside. */
  readonly onClose: () => void
  /** The button that opens it: it hangs there, and the focus goes back there. */
  readonly anchor: RefObject<HTMLElement | null>
}

/** The small window behind the Login button. Loaded when it is first wanted. */
export function LoginPopover({ open, onClose, anchor }: LoginPopoverProps) {
  const firstField = useRef<HTMLInputElement>(null)
  const [isForgotten, setForgotten] = useState(false)
  return (
    <Popover
      open={open}
      onClose={onClose}
      anchor={anchor}
      title={isForgotten ? 'Forgot Your Password?' : 'Admin Login'}
      initialFocus={firstField}
    >
      {isForgotten ? (
        <ForgotPassword onBack={() => setForgotten(false)} />
      ) : (
        <SignInForm firstField={firstField} onSignedIn={onClose} onForgotten={() => setForgotten(true)} />
      )}
    </Popover>
  )
}

const machine = signInMachine.provide({
  actions: {
    announce: (_, { value }) => beginSession(value),
    // Selects the text of the field that is likely wrong, so that the user types over it.
    focusField: (_, { control }) => {
      const input = control === null ? null : document.getElementById(control)
      input?.focus()
      if (input instanceof HTMLInputElement) input.select()
    },
  },
})

/** Begins the session of the user. */
function beginSession({ user, token, password_ends, second_factor_needed }: GrantedSession): void {
  signIn(user, token)
  const page = userPagesFor(user.role)[0]
  // Until the user has set up a second factor, only the first page of the user menu is of use.
  if (second_factor_needed && page) location.assign(page.path)
  if (password_ends) askForOwnPassword(new Date(password_ends), page)
}

/** Reminds at each sign-in with a temporary password to choose one, on the first page of the user menu. */
function askForOwnPassword(ends: Date, page: Page | undefined): void {
  const day = venueDay(ends)
  toast.error(`Your temporary password ends on ${day}. Please choose one of your own.`, {
    duration: 15_000,
    ...(page && { action: { label: 'Choose a password', run: () => location.assign(page.path) } }),
  })
}

interface SignInFormProps {
  readonly firstField: RefObject<HTMLInputElement | null>
  readonly onSignedIn: () => void
  readonly onForgotten: () => void
}

/** The fields hold their own values, so that the password is only in the page. */
function SignInForm({ firstField, onSignedIn, onForgotten }: SignInFormProps) {
  const password = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const [asksCode, setAsksCode] = useState(false)
  const sendingMachine = useMemo(() => provideSending(() => setAsksCode(true)), [])
  const [state, send] = useMachine(sendingMachine)
  const { errors, failure } = state.context

  const signedIn = state.matches('done')
  useEffect(() => {
    if (signedIn) onSignedIn()
  }, [signedIn, onSignedIn])

  const enter = (session: GrantedSession) => {
    beginSession(session)
    onSignedIn()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const draft = {
      username: firstField.current?.value ?? '',
      password: password.current?.value ?? '',
      ...(asksCode && { code: code.current?.value ?? '' }),
    }
    send({ type: 'submit', key: newKey(), draft })
  }
  const bind = (field: keyof Credentials) => ({
    id: controlId(machine.id, field),
    name: field,
    error: errors[field],
    onChange: () => send({ type: 'edit', field }),
  })

  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {failure !== null && (
        <div role="alert">
          <InlineError>{failure}</InlineError>
        </div>
      )}
      {/* The typed text stays in the page while the code is asked for. */}
      <div className={styles['form']} hidden={asksCode}>
        <TextField
          ref={firstField}
          label="Username"
          {...bind('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          required
        />
        <TextField
          ref={password}
          label="Password"
          {...bind('password')}
          type="password"
          autoComplete="current-password"
          maxLength={1000}
          required
        />
      </div>
      {asksCode && <CodeField field={code} {...bind('code')} />}
      <Button type="submit" wide busy={state.matches('sending')}>
        Sign In
      </Button>
      {asksCode ? (
        <Button variant="secondary" wide onClick={() => setAsksCode(false)}>
          Back
        </Button>
      ) : (
        <PasskeySignIn onSession={enter} />
      )}
      <p className={styles['help']} hidden={asksCode}>
        <button type="button" className={styles['forgot']} onClick={onForgotten}>
          Forgot your password?
        </button>
      </p>
      <p className={styles['help']} hidden={asksCode}>
        Need access? Contact the tournament administrator.
      </p>
    </form>
  )
}

const provideSending = (askCode: () => void) =>
  machine.provide({ actors: { send: fromPromise(({ input, signal }) => sendSignIn(input.draft, signal, askCode)) } })

interface CodeFieldProps extends Pick<TextFieldProps, 'id' | 'name' | 'error' | 'onChange'> {
  readonly field: RefObject<HTMLInputElement | null>
}

/** The field for the code of the second factor, or for a recovery code if the phone is lost. */
function CodeField({ field, ...bound }: CodeFieldProps) {
  const [isRecovery, setRecovery] = useState(false)
  useEffect(() => field.current?.focus(), [field])
  const swap = () => {
    setRecovery(!isRecovery)
    field.current?.focus()
  }
  return (
    <>
      <TextField
        ref={field}
        label={isRecovery ? 'Recovery code' : 'Code from your authenticator app'}
        {...bound}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        required
      />
      <p className={styles['help']}>
        <button type="button" className={styles['forgot']} onClick={swap}>
          {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </button>
      </p>
    </>
  )
}

/** Sends the credentials. Throws only errors of the program. */
async function sendSignIn(
  credentials: Credentials,
  signal: AbortSignal,
  askCode: () => void,
): Promise<Answer<keyof Credentials, GrantedSession>> {
  try {
    const value = await call('POST /api/auth/login', { body: { ...credentials } }, { signal })
    return { kind: 'accepted', value }
  } catch (error) {
    if (error instanceof NetworkError) return { kind: 'unanswered', message: networkFailed }
    if (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED') {
      askCode()
      return { kind: 'refused', message: null, errors: {}, focus: 'code' }
    }
    // An answer without a known code is not from this site, so its words are not shown.
    if (error instanceof ApiError)
      return { kind: 'refused', message: messageOf(error, failed), errors: {}, focus: focusAfter(error) }
    throw error
  }
}

const focusAfter = ({ code }: ApiError): keyof Credentials => (code === 'SECOND_FACTOR_WRONG' ? 'code' : 'password')

const linkMachine = linkRequestMachine({
  id: 'forgot-password',
  // The server decides about the rest, because the shell loads no schemas.
  findError: (email) => (email.trim() === '' ? 'Email is required' : undefined),
  send: (email, idempotencyKey) => call('POST /api/auth/forgot-password', { body: { email } }, { idempotencyKey }),
})

/** Asks for a mailed link in place of the sign-in. The answer does not reveal whether a user has that address. */
function ForgotPassword({ onBack }: { readonly onBack: () => void }) {
  return (
    <LinkRequestForm
      machine={linkMachine}
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
