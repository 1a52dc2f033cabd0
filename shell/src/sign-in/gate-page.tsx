import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { RestingDisc } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import type { Answer } from '@ultimate/kit/form/form-draft.ts'
import { messageOf, newKey } from '@ultimate/kit/request/answer.ts'
import { ApiError, call, NetworkError } from '@ultimate/kit/request/api.ts'
import { tabStorage } from '@ultimate/kit/state/storage.ts'
import { useMachine } from '@xstate/react'
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { type GateDraft, gateMachine, networkFailed, wrongPassword } from './gate-machine.ts'
import styles from './gate-page.module.css'

const machine = gateMachine.provide({
  actors: { send: fromPromise(({ input, signal }) => openGate(input.draft, signal)) },
  actions: { announce: enterSite },
})

export const gateTitle = 'Testing Access'
const withoutCookies =
  'Your browser blocks cookies for this site, so the gate stays closed. Please allow them, and try again.'

/**
 * Replaces the whole site until the visitor has entered the test password. The server's answer has the same page, with
 * a note for browsers without scripts as `children`. What is typed there before the script has loaded stays.
 */
export function GatePage({ children }: { readonly children?: ReactNode }) {
  const [state, send] = useMachine(machine)
  const { errors, failure } = state.context
  const error = errors.password ?? failure
  const password = useRef<HTMLInputElement>(null)
  const [fieldBefore] = useState(findFieldBefore)
  const [areScriptsRunning, setScriptsRunning] = useState(false)

  useLayoutEffect(() => {
    if (fieldBefore && password.current) password.current.value = fieldBefore.value
  }, [fieldBefore])
  useEffect(() => {
    document.title = gateTitle
    setScriptsRunning(true)
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
        <h1 className={styles['title']}>{gateTitle}</h1>
        <p className={styles['lead']}>The site is still being tested. Please enter the test password to look around.</p>
        {children}
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
          <Button type="submit" size="large" wide disabled={!areScriptsRunning} busy={!state.matches('editing')}>
            Enter
          </Button>
        </form>
      </div>
    </main>
  )
}

/**
 * Finds the same field in the server's answer, before this page replaces it. On a busy device, a visitor may have typed
 * there already.
 */
const findFieldBefore = () =>
  globalThis.document?.querySelector<HTMLInputElement>('#root input[name="password"]') ?? null

/** Remembers that the password was right, and opens the home page afresh. */
function enterSite(): void {
  tabStorage.setItem('testingAccess', 'granted')
  location.replace('/')
}

/** Sends the test password. For a right one the server sets a cookie; the second call shows if the browser took it. */
async function openGate({ password }: GateDraft, signal: AbortSignal): Promise<Answer<keyof GateDraft>> {
  try {
    await call('POST /api/gate', { body: { password } }, { signal })
    const { open } = await call('GET /api/gate', {}, { signal })
    return open ? { kind: 'accepted', value: null } : { kind: 'refused', message: withoutCookies, errors: {} }
  } catch (error) {
    if (error instanceof NetworkError) return { kind: 'unanswered', message: networkFailed }
    if (error instanceof ApiError) return { kind: 'refused', message: messageOf(error, wrongPassword), errors: {} }
    throw error
  }
}
