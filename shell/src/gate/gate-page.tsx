import { RestingDisc } from '@ultimate/kit/art/resting-disc.tsx'
import { Button } from '@ultimate/kit/components/button.tsx'
import { TextField } from '@ultimate/kit/components/text-field.tsx'
import { useMachine } from '@xstate/react'
import { type FormEvent, useEffect, useRef } from 'react'
import { fromPromise } from 'xstate'
import { enterSite } from './gate-flag.ts'
import { gateMachine } from './gate-machine.ts'
import styles from './gate-page.module.css'
import { knock } from './knock.ts'

const machine = gateMachine.provide({
  actors: { knock: fromPromise(({ input, signal }) => knock(input, signal)) },
  actions: { enter: enterSite },
})

/** Stands in the place of the whole site until the test password has been given. */
export function GatePage() {
  const [state, send] = useMachine(machine)
  const { error } = state.context
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
    send({ type: 'submit', password: password.current?.value ?? '' })
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
            onChange={() => send({ type: 'edit' })}
          />
          <Button type="submit" size="large" wide busy={!state.matches('closed')}>
            Enter
          </Button>
        </form>
      </div>
    </main>
  )
}
