import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { InlineError } from '@ultimate/kit/components/feedback/inline-error.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { controlId } from '@ultimate/kit/form/form-machine.ts'
import { newKey } from '@ultimate/kit/request/idempotency-key.ts'
import { signIn } from '@ultimate/kit/state/session.ts'
import { useMachine } from '@xstate/react'
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { fromPromise } from 'xstate'
import { sendSignIn } from './send-sign-in.ts'
import styles from './sign-in-form.module.css'
import { type Credentials, signInMachine } from './sign-in-machine.ts'

const machine = signInMachine.provide({
  actors: { send: fromPromise(({ input, signal }) => sendSignIn(input.draft, signal)) },
  actions: {
    announce: (_, { value: { user, token } }) => signIn(user, token),
    // The field that is likely wrong, to be typed over.
    focusField: (_, { control }) => {
      const input = control === null ? null : document.getElementById(control)
      input?.focus()
      if (input instanceof HTMLInputElement) input.select()
    },
  },
})

interface SignInFormProps {
  readonly firstField: RefObject<HTMLInputElement | null>
  readonly onSignedIn: () => void
}

/** The fields keep their own values, so that the password is in the page and nowhere else. */
export function SignInForm({ firstField, onSignedIn }: SignInFormProps) {
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
      <p className={styles['help']}>Need access? Contact the tournament administrator.</p>
    </form>
  )
}
