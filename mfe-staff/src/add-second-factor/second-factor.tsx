import type { SecondFactor as Known } from '@ultimate/events/staff/second-factor-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForLine } from '@ultimate/kit/sending/waits-for-line.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { PasswordInput } from '../change-password/password-form.tsx'
import { RemoveSecondFactor } from '../remove-second-factor/remove-second-factor.tsx'
import { ConfirmCode } from './confirm-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './second-factor.module.css'
import { noteSecondFactor, readSecondFactorAgain, useSecondFactor } from './second-factor-query.ts'

/** The user's own second factor: whether there is one, the way to it, and the way out. */
export function SecondFactor() {
  const { data, error, refetch } = useSecondFactor()
  return (
    <section className={styles['section']} aria-labelledby="second-factor">
      <h2 id="second-factor" className={styles['title']}>
        Second Factor
      </h2>
      {data ? (
        <Steps known={data} />
      ) : error ? (
        <ErrorPanel title={messageOf(error, 'Failed to load your second factor')} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows label="Loading your second factor" rows={1} />
      )}
    </section>
  )
}

function Steps({ known }: { readonly known: Known }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const hasCodes = codes !== null
  const hadCodes = useRef(hasCodes)
  // What had the focus goes with its step.
  useEffect(() => {
    if (hadCodes.current !== hasCodes) region.current?.focus()
    hadCodes.current = hasCodes
  }, [hasCodes])
  const onAdded = (given: readonly string[]) => {
    setCodes(given)
    noteSecondFactor({ enabled: true, recovery_codes_left: given.length })
  }
  return (
    <div ref={region} tabIndex={-1} className={styles['section']}>
      {codes ? (
        <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
      ) : known.enabled ? (
        <Standing left={known.recovery_codes_left} />
      ) : (
        <SetUp isNeeded={known.restricted} onAdded={onAdded} />
      )}
    </div>
  )
}

function Standing({ left }: { readonly left: number }) {
  const codes = left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`
  return (
    <>
      <p>Signing in takes your password and a code of your authenticator app. {codes}</p>
      {left < 3 && (
        <Notice tone="warn" title="Few recovery codes are left">
          Remove the second factor and set it up again to get new ones.
        </Notice>
      )}
      <RemoveSecondFactor />
    </>
  )
}

interface SetUpProps {
  readonly isNeeded: boolean
  readonly onAdded: (recoveryCodes: readonly string[]) => void
}

function SetUp({ isNeeded, onAdded }: SetUpProps) {
  const [password, setPassword] = useState('')
  const [isPasswordAsked, setPasswordAsked] = useState(false)
  const { run, value, isPending, waiting, message } = useCommand<
    string | undefined,
    { readonly secret: string; readonly uri: string }
  >({
    send: (typed, idempotencyKey) =>
      call('POST /api/auth/totp', { body: typed === undefined ? {} : { password: typed } }, { idempotencyKey }),
    failed: 'Failed to begin',
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'CONFIRM_PASSWORD') setPasswordAsked(true)
      else readSecondFactorAgain()
    },
  })
  const begin = (event: FormEvent) => {
    event.preventDefault()
    run(isPasswordAsked ? password : undefined)
  }
  return (
    <>
      {isNeeded && (
        <Notice tone="warn" title="Your role needs a second factor">
          Until you have set one up, or signed in with a passkey, you can do nothing else here.
        </Notice>
      )}
      {value ? (
        <ConfirmCode {...value} onAdded={onAdded} />
      ) : (
        <>
          <p>
            With a second factor, your password alone lets no one in: signing in takes a code of an app on your phone.
          </p>
          {message && <Notice tone="bad" announce="alert" title={message} />}
          <form className={styles['section']} noValidate aria-label="Set up a second factor" onSubmit={begin}>
            {isPasswordAsked && (
              <PasswordInput
                label="Your password"
                value={password}
                onValueChange={setPassword}
                autoComplete="current-password"
                autoFocus
              />
            )}
            <Button type="submit" variant="secondary" className={styles['act']} busy={isPending && !waiting}>
              Set Up a Second Factor
            </Button>
          </form>
          <WaitsForLine waiting={waiting} />
        </>
      )}
    </>
  )
}
