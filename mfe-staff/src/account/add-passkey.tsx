import { longestPasskeyName, type Passkey } from '@ultimate/events/staff/passkey-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import type { Answer, FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo, retryUntilAnswered } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useEffect } from 'react'
import { fromPromise } from 'xstate'
import { createPasskey, deviceName, NoPasskeyMade } from './create-passkey.ts'
import { PasswordInput } from './password-form.tsx'
import styles from './sign-in-settings.module.css'

interface Draft {
  readonly name: string
  readonly password: string
}
const fields = ['name', 'password'] as const

/** Once the browser has made the passkey, a lost answer is asked for again under the same key. */
async function add({ key, draft }: FormAttempt<Draft>): Promise<Answer<keyof Draft, Passkey>> {
  const { name, password } = draft
  try {
    return await answerTo(fields, async () => {
      const made = await createPasskey(await call('POST /api/auth/passkey-options', { body: { password } }))
      const send = () => call('POST /api/auth/passkeys', { body: { name, ...made } }, { idempotencyKey: key })
      return (await retryUntilAnswered(send)).passkey
    })
  } catch (error) {
    if (error instanceof NoPasskeyMade) return { kind: 'refused', message: error.message, errors: {} }
    throw error
  }
}

const machine = formMachine<Draft, Passkey>({
  id: 'add-passkey',
  fields,
  empty: { name: deviceName(), password: '' },
  findErrors: ({ name, password }) => ({
    ...(name.trim() === '' && { name: 'Please give the passkey a name.' }),
    ...(password === '' && { password: 'Password is required.' }),
  }),
  failed: 'Failed to add the passkey. Please try again.',
  isFinal: true,
}).provide({
  actors: { send: fromPromise(({ input }) => add(input)) },
  actions: { focusField },
})

interface AddPasskeyProps {
  readonly onAdded: (passkey: Passkey) => void
  readonly onCancel: () => void
}

/** Asks what the passkey is to be called, and for the password, before the browser asks for finger, face or PIN. */
export function AddPasskey({ onAdded, onCancel }: AddPasskeyProps) {
  const { bind, onSubmit, isSending, waiting, value, failure, errors } = useForm(machine)
  useEffect(() => {
    if (value) onAdded(value)
  }, [value, onAdded])
  const isSaidBelow = failure !== null && Object.values(errors).includes(failure)
  return (
    <form className={styles['form']} noValidate aria-label="Add a passkey" onSubmit={onSubmit}>
      {failure && !isSaidBelow && <Notice tone="bad" announce="alert" title={failure} />}
      <TextField
        label="Name of the passkey"
        hint="So that you know later which device it is on."
        autoComplete="off"
        maxLength={longestPasskeyName}
        // The button that led here is gone, and the focus with it.
        autoFocus
        {...bind('name')}
      />
      <PasswordInput label="Your password" {...bind('password')} autoComplete="current-password" />
      <div className={styles['buttons']}>
        <Button type="submit" busy={isSending && !waiting}>
          Continue
        </Button>
        <Button variant="secondary" disabled={isSending && !waiting} onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <WaitsForConnection waiting={waiting} />
    </form>
  )
}
