import { enteredCode, type SecondFactor as FactorState } from '@ultimate/events/staff/second-factor-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { CopyButton } from '@ultimate/kit/components/buttons/copy-button.tsx'
import { QrCode } from '@ultimate/kit/components/display/qr-code.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import type { FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo, messageOf, shortPauses } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { download } from '@ultimate/kit/request/download.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { ActWithPassword } from './act-with-password.tsx'
import { PasswordInput, withoutRepetition } from './password-form.tsx'
import { RemoveSecondFactor } from './remove-second-factor.tsx'
import { noteSecondFactor, readSecondFactorAgain, useSecondFactor } from './sign-in-queries.ts'
import styles from './sign-in-settings.module.css'

interface SecondFactorProps {
  /** New recovery codes, which are shown only now; null once the user has stored them. */
  readonly codes: readonly string[] | null
  readonly onCodes: (codes: readonly string[] | null) => void
}

/** Shows whether the user has a second factor, and lets the user set it up and remove it. */
export function SecondFactor(props: SecondFactorProps) {
  const { data, error, refetch } = useSecondFactor()
  return (
    <section className={styles['factorSection']} aria-labelledby="second-factor">
      <h2 id="second-factor" className={styles['title']}>
        Second Factor
      </h2>
      {data ? (
        <Steps factor={data} {...props} />
      ) : error ? (
        <ErrorPanel title={messageOf(error, 'Failed to load your second factor')} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows label="Loading your second factor" rows={1} />
      )}
    </section>
  )
}

function Steps({ factor, codes, onCodes }: SecondFactorProps & { readonly factor: FactorState }) {
  const region = useRef<HTMLDivElement>(null)
  const hasCodes = codes !== null
  const hadCodes = useRef(hasCodes)
  // The focused button disappears with its step.
  useEffect(() => {
    if (hadCodes.current !== hasCodes) region.current?.focus()
    hadCodes.current = hasCodes
  }, [hasCodes])
  const showCodes = (newCodes: readonly string[]) => {
    onCodes(newCodes)
    noteSecondFactor({ enabled: true, recovery_codes_left: newCodes.length })
  }
  return (
    <div ref={region} tabIndex={-1} className={styles['factorSection']}>
      {codes ? (
        <RecoveryCodes codes={codes} onStored={() => onCodes(null)} />
      ) : factor.enabled ? (
        <FactorStatus factor={factor} onRenewed={showCodes} />
      ) : (
        <SetUp isNeeded={factor.restricted} onAdded={showCodes} />
      )}
    </div>
  )
}

interface FactorStatusProps {
  readonly factor: FactorState
  readonly onRenewed: (codes: readonly string[]) => void
}

function FactorStatus({ factor: { recovery_codes_left: codesLeft, required }, onRenewed }: FactorStatusProps) {
  const codes = codesLeft === 1 ? 'One recovery code is left.' : `${codesLeft} recovery codes are left.`
  return (
    <>
      <p>Signing in takes your password and a code from your authenticator app. {codes}</p>
      {codesLeft < 3 && (
        <Notice tone="warn" title="Few recovery codes are left">
          Make new ones before you need them.
        </Notice>
      )}
      <div className={styles['buttons']}>
        <RenewRecoveryCodes onRenewed={onRenewed} />
        <RemoveSecondFactor isRequired={required} />
      </div>
    </>
  )
}

interface SetUpProps {
  readonly isNeeded: boolean
  readonly onAdded: (recoveryCodes: readonly string[]) => void
}

interface SetUpDraft {
  /** Empty where the server does not ask for it. */
  readonly password: string
}
const fields = ['password'] as const

type NewFactor = { readonly secret: string; readonly uri: string }

const setUpMachine = formMachine<SetUpDraft, NewFactor>({
  id: 'set-up-second-factor',
  fields,
  empty: { password: '' },
  // Only the server knows whether it asks for the password, and whether the password is right.
  findErrors: () => ({}),
  failed: 'Failed to set up a second factor',
  isFinal: true,
}).provide({ actions: { focusField } })

function SetUp({ isNeeded, onAdded }: SetUpProps) {
  const [isPasswordAsked, setPasswordAsked] = useState(false)
  const [machine] = useState(() => {
    const handleError = (error: unknown) => {
      if (error instanceof ApiError && error.code === 'CONFIRM_PASSWORD') setPasswordAsked(true)
      else readSecondFactorAgain()
      throw error
    }
    const begin = ({ key, draft: { password } }: FormAttempt<SetUpDraft>) =>
      answerTo(fields, () =>
        call('POST /api/auth/totp', { body: password === '' ? {} : { password } }, { idempotencyKey: key }).catch(
          handleError,
        ),
      )
    return setUpMachine.provide({ actors: { send: fromPromise(({ input }) => begin(input)) } })
  })
  const { bind, onSubmit, isSending, waiting, value, failure, errors } = useForm(machine)
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
          {failure && errors.password === undefined && <Notice tone="bad" announce="alert" title={failure} />}
          <form className={styles['factorSection']} noValidate aria-label="Set up a second factor" onSubmit={onSubmit}>
            {isPasswordAsked && (
              <PasswordInput label="Your password" {...bind('password')} autoComplete="current-password" autoFocus />
            )}
            <Button type="submit" variant="secondary" className={styles['act']} busy={isSending && !waiting}>
              Set Up a Second Factor
            </Button>
          </form>
          <WaitsForConnection waiting={waiting} />
        </>
      )}
    </>
  )
}

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onStored: () => void
}

/** Shows the recovery codes, which is possible only once: the site stores only their hashes. */
function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`
  return (
    <>
      <Notice tone="good" announce="status" title="These are your recovery codes">
        Store them where you store your passwords: they are shown only now. Each one signs you in once without your
        phone.
      </Notice>
      <ul className={styles['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles['buttons']}>
        <CopyButton text={text}>Copy</CopyButton>
        <Button
          variant="quiet"
          onClick={() => download('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          Download
        </Button>
        <Button variant="secondary" onClick={onStored}>
          I have stored them
        </Button>
      </div>
    </>
  )
}

interface RenewRecoveryCodesProps {
  readonly onRenewed: (codes: readonly string[]) => void
}

/** Replaces the codes of a user who has used up or lost them. */
const RenewRecoveryCodes = ({ onRenewed }: RenewRecoveryCodesProps) => (
  <ActWithPassword
    title="Make New Recovery Codes"
    confirmLabel="Make New Codes"
    failed="Failed to make new recovery codes"
    act={async (password, idempotencyKey) => {
      const request = { body: { password } }
      return (await call('POST /api/auth/totp/recovery-codes', request, { idempotencyKey })).recovery_codes
    }}
    onDone={onRenewed}
    button={(ask) => (
      <Button variant="secondary" onClick={ask}>
        Make New Codes
      </Button>
    )}
  >
    You get ten new codes, and all your old ones stop working.
  </ActWithPassword>
)

interface CodeDraft {
  readonly code: string
}

const codeFields = ['code'] as const

/** The answer holds the recovery codes. If it is lost, the same draft is sent again under the same key. */
const confirmCode = ({ key, draft }: FormAttempt<CodeDraft>) =>
  answerTo(codeFields, async () => {
    const { recovery_codes: codes } = await call(
      'POST /api/auth/totp/confirm',
      { body: draft },
      { idempotencyKey: key },
    )
    return codes
  })

const codeMachine = formMachine<CodeDraft, readonly string[]>({
  id: 'second-factor',
  fields: codeFields,
  empty: { code: '' },
  findErrors: ({ code }) =>
    enteredCode.safeParse(code).success ? {} : { code: 'Please enter the six digits of the app' },
  failed: 'Failed to confirm the code. Please try again.',
  isFinal: true,
}).provide({
  actors: { send: fromPromise(({ input }) => confirmCode(input)) },
  actions: { focusField },
})

interface ConfirmCodeProps {
  readonly secret: string
  readonly uri: string
  readonly onAdded: (recoveryCodes: readonly string[]) => void
}

/** Shows the secret to an app, and asks for the first code as a proof that the app has it. */
function ConfirmCode({ secret, uri, onAdded }: ConfirmCodeProps) {
  const { bind, onSubmit, isSending, waiting, value, failure, errors } = useForm(codeMachine, undefined, {
    pauses: shortPauses,
  })
  useEffect(() => {
    if (value) onAdded(value)
  }, [value, onAdded])
  const formFailure = withoutRepetition(failure, errors)
  const groupedSecret = secret.replace(/(.{4})(?=.)/g, '$1 ')
  return (
    <div className={styles['setUp']}>
      <QrCode text={uri} label="QR code for your authenticator app" className={styles['qr']} />
      <form className={styles['form']} noValidate aria-label="Set up a second factor" onSubmit={onSubmit}>
        <p>
          Scan this with an authenticator app, or type this key into it:{' '}
          <span className={styles['secret']}>{groupedSecret}</span>
        </p>
        <div className={styles['copy']}>
          <CopyButton text={secret}>Copy the key</CopyButton>
        </div>
        {formFailure && <Notice tone="bad" announce="alert" title={formFailure} />}
        <TextField
          label="Code"
          hint="The six digits that the app shows now. All your other devices will be signed out."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          // Takes the focus, because the button that led here is gone.
          autoFocus
          {...bind('code')}
        />
        <Button type="submit" className={styles['act']} busy={isSending && !waiting}>
          Confirm
        </Button>
        <WaitsForConnection waiting={waiting} />
      </form>
    </div>
  )
}
