import {
  maxPasskeyName,
  type NewPasskey,
  type Passkey,
  type PasskeyCreationOptions,
} from '@ultimate/events/staff/passkey-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import type { Answer, FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo, messageOf, retryUntilAnswered } from '@ultimate/kit/request/answer.ts'
import { call, NetworkError } from '@ultimate/kit/request/api.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { checkRelease, useReleaseStore } from '@ultimate/kit/state/release.ts'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { ActWithPassword } from './act-with-password.tsx'
import { PasswordInput, withoutRepetition } from './password-form.tsx'
import {
  notePasskeyAdded,
  notePasskeyRemoved,
  readPasskeysAgain,
  usePasskeys,
  useSecondFactor,
} from './sign-in-queries.ts'
import styles from './sign-in-settings.module.css'

/** Lists the user's passkeys, and lets the user add and remove them. */
export function Passkeys() {
  const { data, error, refetch } = usePasskeys()
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <section className={styles['section']} aria-labelledby="passkeys">
      <h2 id="passkeys" className={styles['title']} ref={title} tabIndex={-1}>
        Passkeys
      </h2>
      {data ? (
        <PasskeyList passkeys={data} title={title} />
      ) : error ? (
        <ErrorPanel title={messageOf(error, 'Failed to load your passkeys')} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows label="Loading your passkeys" rows={1} />
      )}
    </section>
  )
}

interface PasskeyListProps {
  readonly passkeys: readonly Passkey[]
  /** Takes the focus when the form that had it disappears. */
  readonly title: RefObject<HTMLHeadingElement | null>
}

function PasskeyList({ passkeys, title }: PasskeyListProps) {
  const [isAdding, setAdding] = useState(false)
  const closeForm = useCallback(() => {
    setAdding(false)
    title.current?.focus()
  }, [title])
  const onAdded = useCallback(
    (passkey: Passkey) => {
      notePasskeyAdded(passkey)
      toast.success(`The passkey “${passkey.name}” now signs you in.`)
      closeForm()
    },
    [closeForm],
  )
  return (
    <div className={styles['content']}>
      <p>
        With a passkey you sign in by the finger, face or PIN that unlocks your device, without the password. It counts
        as a second factor too.
      </p>
      {passkeys.length > 0 && (
        <ul className={styles['list']} aria-labelledby="passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} isLast={passkeys.length === 1} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <AddPasskey onAdded={onAdded} onCancel={closeForm} />
      ) : supportsPasskeys() ? (
        <Button variant="secondary" className={styles['act']} onClick={() => setAdding(true)}>
          Add a Passkey
        </Button>
      ) : (
        <p>This browser cannot make passkeys. Try another one, or another device.</p>
      )}
    </div>
  )
}

const Moment = ({ at }: { readonly at: string }) => <time dateTime={at}>{venueMoment(new Date(at))}</time>

function PasskeyRow({ passkey, isLast }: { readonly passkey: Passkey; readonly isLast: boolean }) {
  const { name, at, last_used: lastUsed } = passkey
  return (
    <li className={styles['entry']}>
      <div className={styles['words']}>
        <strong className={styles['name']}>{name}</strong>
        <span className={styles['when']}>
          Added <Moment at={at} />, {lastUsed ? 'last used ' : 'not used yet'}
          {lastUsed && <Moment at={lastUsed} />}
        </span>
      </div>
      <RemovePasskey passkey={passkey} isLast={isLast} />
    </li>
  )
}

interface RemovePasskeyProps {
  readonly passkey: Passkey
  readonly isLast: boolean
}

function RemovePasskey({ passkey: { id, name }, isLast }: RemovePasskeyProps) {
  const { data: factor } = useSecondFactor()
  return (
    <ActWithPassword
      title="Remove the Passkey"
      confirmLabel="Remove"
      failed="Failed to remove the passkey"
      act={(password, idempotencyKey) =>
        call('DELETE /api/auth/passkeys/{id}', { params: { id }, body: { password } }, { idempotencyKey })
      }
      onDone={() => {
        notePasskeyRemoved(id)
        toast.success(`The passkey “${name}” is removed.`)
      }}
      onError={readPasskeysAgain}
      button={(ask) => (
        <Button variant="secondary" size="compact" aria-label={`Remove ${name}`} onClick={ask}>
          Remove
        </Button>
      )}
    >
      <strong>{name}</strong> will no longer sign you in, and other devices signed in with it are signed out. You may
      still have to delete it on the device itself.
      {isLast && factor?.required && !factor.enabled && (
        <p>Your role needs a second factor, and you have no other: all you can do after that is set one up.</p>
      )}
    </ActWithPassword>
  )
}

const supportsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'

const newReleaseSentence = 'A new version of the site is ready. Please reload the page, and add the passkey then.'

/** The browser made no passkey. `message` is a sentence for people. */
class NoPasskeyMade extends Error {
  override readonly name = 'NoPasskeyMade'
}

/**
 * Loads the library for passkeys, and lets the browser make one.
 *
 * @throws NoPasskeyMade if the browser made none, or a new release has replaced the library
 * @throws NetworkError if the library could not be loaded
 */
async function createPasskey(options: PasskeyCreationOptions): Promise<NewPasskey> {
  const { startRegistration, WebAuthnError } = await import('@simplewebauthn/browser').catch(async (cause: unknown) => {
    await checkRelease()
    if (useReleaseStore.getState().newer !== null) throw new NoPasskeyMade(newReleaseSentence, { cause })
    throw new NetworkError('The library for passkeys did not load', { cause })
  })
  try {
    const { id, response } = await startRegistration({ optionsJSON: options })
    return { id, clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject }
  } catch (error) {
    const isRegistered = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw new NoPasskeyMade(
      isRegistered ? 'This device has a passkey for you already.' : 'No passkey was made. You can try again.',
      { cause: error },
    )
  }
}

const devices = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android device', /\bAndroid\b/],
  ['Windows computer', /\bWindows\b/],
  ['Mac', /\bMac OS X\b/],
  ['Chromebook', /\bCrOS\b/],
  ['Linux computer', /\bLinux\b/],
] as const

/** Returns the name that people are likely to use for this device. */
export function deviceName(userAgent = navigator.userAgent): string {
  const [name = 'My device'] = devices.find(([, pattern]) => pattern.test(userAgent)) ?? []
  return name
}

interface Draft {
  readonly name: string
  readonly password: string
}

const fields = ['name', 'password'] as const

/** After the browser has made the passkey, its request is repeated under the same key if no answer comes. */
async function addPasskey({ key, draft }: FormAttempt<Draft>): Promise<Answer<keyof Draft, Passkey>> {
  const { name, password } = draft
  try {
    return await answerTo(fields, async () => {
      const newPasskey = await createPasskey(await call('POST /api/auth/passkey-options', { body: { password } }))
      const send = () => call('POST /api/auth/passkeys', { body: { name, ...newPasskey } }, { idempotencyKey: key })
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
  actors: { send: fromPromise(({ input }) => addPasskey(input)) },
  actions: { focusField },
})

interface AddPasskeyProps {
  readonly onAdded: (passkey: Passkey) => void
  readonly onCancel: () => void
}

/** Asks what the passkey is to be called, and for the password, before the browser asks for finger, face or PIN. */
function AddPasskey({ onAdded, onCancel }: AddPasskeyProps) {
  const { bind, onSubmit, isSending, waiting, value, failure, errors } = useForm(machine)
  useEffect(() => {
    if (value) onAdded(value)
  }, [value, onAdded])
  const formFailure = withoutRepetition(failure, errors)
  return (
    <form className={styles['form']} noValidate aria-label="Add a passkey" onSubmit={onSubmit}>
      {formFailure && <Notice tone="bad" announce="alert" title={formFailure} />}
      <TextField
        label="Name of the passkey"
        hint="So that you know later which device it is on."
        autoComplete="off"
        maxLength={maxPasskeyName}
        // Takes the focus, because the button that led here is gone.
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
