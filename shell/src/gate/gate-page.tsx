import { RestingDisc } from '@ultimate/kit/art/resting-disc.tsx'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import type { Answer } from '@ultimate/kit/form/form-draft.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { ApiError, call, NetworkError } from '@ultimate/kit/request/api.ts'
import { newKey } from '@ultimate/kit/request/idempotency-key.ts'
import { useMachine } from '@xstate/react'
import { type FormEvent, useEffect, useRef } from 'react'
import { fromPromise } from 'xstate'
import { type GateDraft, gateMachine, networkFailed, wrongPassword } from './gate-machine.ts'
import styles from './gate-page.module.css'
import { enterSite } from './use-gate.ts'

const machine = gateMachine.provide({
  actors: { send: fromPromise(({ input, signal }) => openGate(input.draft, signal)) },
  actions: { announce: enterSite },
})

/** Stands in the place of the whole site until the test password has been given. */
export function GatePage() {
  const [state, send] = useMachine(machine)
  const { errors, failure } = state.context
  const error = errors.password ?? failure
  const password = useRef<HTMLInputElement>(null)

  useEffect(() => {
    document.title = 'Testing Access'
  }, [])
  useEffect(() => {
    password.current?.focus()
    if (error !== null) password.current?.select()
  }, [error])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    send({ type: 'submit', key: newKey(), draft: { password: password.current?.value ?? '' } })
  }

  return (
    <main className={styles['page']} data-ground="festive">
      <RestingDisc className={styles['art']} />
      <div className={styles['card']}>
        <h1 className={styles['title']}>Testing Access</h1>
        <p className={styles['lead']}>The site is still being tested. Please enter the test password to look around.</p>
        <form className={styles['form']} onSubmit={submit} noValidate>
          <TextField
            ref={password}
            label="Test password"
            name="password"
            type="password"
            autoComplete="current-password"
            maxLength={1000}
            required
            error={error}
            onChange={() => send({ type: 'edit', field: 'password' })}
          />
          <Button type="submit" size="large" wide busy={!state.matches('editing')}>
            Enter
          </Button>
        </form>
      </div>
    </main>
  )
}

/** Sends the test password to the server; a right one comes back as a cookie. */
async function openGate({ password }: GateDraft, signal: AbortSignal): Promise<Answer<keyof GateDraft>> {
  try {
    await call('POST /api/gate', { body: { password } }, { signal })
    return { kind: 'accepted', value: null }
  } catch (error) {
    if (error instanceof NetworkError) return { kind: 'unanswered', message: networkFailed }
    if (error instanceof ApiError) return { kind: 'refused', message: messageOf(error, wrongPassword), errors: {} }
    throw error
  }
}
