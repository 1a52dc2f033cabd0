import { Button } from '@ultimate/kit/components/button.tsx'
import { InlineError } from '@ultimate/kit/components/inline-error.tsx'
import { TextField } from '@ultimate/kit/components/text-field.tsx'
import { useMachine } from '@xstate/react'
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { fromPromise } from 'xstate'
import { keepSession, sendSignIn } from './server-session.ts'
import styles from './sign-in-form.module.css'
import { type CredentialName, signInMachine } from './sign-in-machine.ts'

const machine = signInMachine.provide({
  actors: { signIn: fromPromise(({ input, signal }) => sendSignIn(input, signal)) },
  actions: { keepSession: (_, session) => keepSession(session) },
})

const required: Readonly<Record<CredentialName, string>> = {
  username: 'Username is required.',
  password: 'Password is required.',
}

interface SignInFormProps {
  readonly firstField: RefObject<HTMLInputElement | null>
  readonly onSignedIn: () => void
}

export function SignInForm({ firstField, onSignedIn }: SignInFormProps) {
  const password = useRef<HTMLInputElement>(null)
  const fields = { username: firstField, password }
  const [state, send] = useMachine(
    machine.provide({
      actions: {
        pointAt: (_, name) => {
          fields[name].current?.focus()
          fields[name].current?.select()
        },
      },
    }),
  )
  const { missing, error } = state.context

  const signedIn = state.matches('signedIn')
  useEffect(() => {
    if (signedIn) onSignedIn()
  }, [signedIn, onSignedIn])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    send({ type: 'submit', username: firstField.current?.value ?? '', password: password.current?.value ?? '' })
  }
  const errorOf = (name: CredentialName) => (missing.includes(name) ? required[name] : null)

  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {error !== null && (
        <div role="alert">
          <InlineError>{error}</InlineError>
        </div>
      )}
      <TextField
        ref={firstField}
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
        error={errorOf('username')}
        onChange={() => send({ type: 'edit', field: 'username' })}
      />
      <TextField
        ref={password}
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        maxLength={1000}
        required
        error={errorOf('password')}
        onChange={() => send({ type: 'edit', field: 'password' })}
      />
      <Button type="submit" wide busy={state.matches('asking')}>
        Sign In
      </Button>
      <p className={styles['help']}>Need access? Contact the tournament administrator.</p>
    </form>
  )
}
