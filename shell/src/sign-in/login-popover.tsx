import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { InlineError } from '@ultimate/kit/components/feedback/inline-error.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Popover } from '@ultimate/kit/components/overlays/popover.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import type { Answer } from '@ultimate/kit/form/form-draft.ts'
import { controlId } from '@ultimate/kit/form/form-machine.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { ApiError, call, NetworkError } from '@ultimate/kit/request/api.ts'
import { newKey } from '@ultimate/kit/request/idempotency-key.ts'
import { signIn } from '@ultimate/kit/state/session.ts'
import { useMachine } from '@xstate/react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { userPagesFor } from '../navigation/admission.ts'
import type { Page } from '../navigation/pages.ts'
import { ForgotPassword } from './forgot-password.tsx'
import styles from './login-popover.module.css'
import { type Credentials, failed, networkFailed, type Session, signInMachine } from './sign-in-machine.ts'

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
  actors: { send: fromPromise(({ input, signal }) => sendSignIn(input.draft, signal)) },
  actions: {
    announce: (_, { value: { user, token, password_ends } }) => {
      signIn(user, token)
      if (password_ends) askForOwnPassword(new Date(password_ends), userPagesFor(user.role)[0])
    },
    // The field that is likely wrong, to be typed over.
    focusField: (_, { control }) => {
      const input = control === null ? null : document.getElementById(control)
      input?.focus()
      if (input instanceof HTMLInputElement) input.select()
    },
  },
})

/** At each sign-in, until the user has followed it. Passwords are chosen on the first page of the user menu. */
function askForOwnPassword(ends: Date, page: Page | undefined): void {
  const day = ends.toLocaleDateString('en-US', { month: 'long', day: 'numeric' })
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

/** The fields keep their own values, so that the password is in the page and nowhere else. */
function SignInForm({ firstField, onSignedIn, onForgotten }: SignInFormProps) {
  const password = useRef<HTMLInputElement>(null)
  const [state, send] = useMachine(machine)
  const { errors, failure } = state.context

  const signedIn = state.matches('done')
  useEffect(() => {
    if (signedIn) onSignedIn()
  }, [signedIn, onSignedIn])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const draft = { username: firstField.current?.value ?? '', password: password.current?.value ?? '' }
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
      <Button type="submit" wide busy={state.matches('sending')}>
        Sign In
      </Button>
      <p className={styles['help']}>
        <button type="button" className={styles['forgot']} onClick={onForgotten}>
          Forgot your password?
        </button>
      </p>
      <p className={styles['help']}>Need access? Contact the tournament administrator.</p>
    </form>
  )
}

/** Asks the server; what only programming errors can cause is left to reject. */
async function sendSignIn(credentials: Credentials, signal: AbortSignal): Promise<Answer<keyof Credentials, Session>> {
  try {
    const value = await call('POST /api/auth/login', { body: { ...credentials } }, { signal })
    return { kind: 'accepted', value }
  } catch (error) {
    if (error instanceof NetworkError) return { kind: 'unanswered', message: networkFailed }
    // Without a code of ours it was not our server that answered: its words are not for people.
    if (error instanceof ApiError)
      return { kind: 'refused', message: messageOf(error, failed), errors: {}, focus: 'password' }
    throw error
  }
}
