import { enteredCode } from '@ultimate/events/staff/second-factor-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { CopyButton } from '@ultimate/kit/components/buttons/copy-button.tsx'
import { QrCode } from '@ultimate/kit/components/display/qr-code.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import type { FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo, shortPauses } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useEffect } from 'react'
import { fromPromise } from 'xstate'
import styles from './sign-in-settings.module.css'

interface Draft {
  readonly code: string
}
const fields = ['code'] as const

/** A lost answer, which holds the recovery codes, is asked for again under the same key. */
const confirm = ({ key, draft }: FormAttempt<Draft>) =>
  answerTo(fields, async () => {
    const { recovery_codes: codes } = await call(
      'POST /api/auth/totp/confirm',
      { body: draft },
      { idempotencyKey: key },
    )
    return codes
  })

const machine = formMachine<Draft, readonly string[]>({
  id: 'second-factor',
  fields,
  empty: { code: '' },
  findErrors: ({ code }) =>
    enteredCode.safeParse(code).success ? {} : { code: 'Please enter the six digits of the app' },
  failed: 'Failed to confirm the code. Please try again.',
  isFinal: true,
}).provide({
  actors: { send: fromPromise(({ input }) => confirm(input)) },
  actions: { focusField },
})

interface ConfirmCodeProps {
  readonly secret: string
  readonly uri: string
  readonly onAdded: (recoveryCodes: readonly string[]) => void
}

/** Shows the secret to an app, and asks for the first code as a proof that the app has it. */
export function ConfirmCode({ secret, uri, onAdded }: ConfirmCodeProps) {
  const { bind, onSubmit, isSending, waiting, value, failure, errors } = useForm(machine, undefined, {
    pauses: shortPauses,
  })
  useEffect(() => {
    if (value) onAdded(value)
  }, [value, onAdded])
  const isSaidBelow = failure !== null && Object.values(errors).includes(failure)
  const groups = secret.replace(/(.{4})(?=.)/g, '$1 ')
  return (
    <div className={styles['setUp']}>
      <QrCode text={uri} label="QR code for your authenticator app" className={styles['qr']} />
      <form className={styles['form']} noValidate aria-label="Set up a second factor" onSubmit={onSubmit}>
        <p>
          Scan this with an authenticator app, or type this key into it:{' '}
          <span className={styles['secret']}>{groups}</span>
        </p>
        <div className={styles['copy']}>
          <CopyButton text={secret}>Copy the key</CopyButton>
        </div>
        {failure && !isSaidBelow && <Notice tone="bad" announce="alert" title={failure} />}
        <TextField
          label="Code"
          hint="The six digits that the app shows now. All your other devices will be signed out."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          // The button that led here is gone, and the focus with it.
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
