import type { Passkey } from '@ultimate/events/staff/passkey-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type RefObject, useCallback, useRef, useState } from 'react'
import { ActWithPassword } from './act-with-password.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { knowsPasskeys } from './create-passkey.ts'
import { noteAdded, noteRemoved, readPasskeysAgain, usePasskeys } from './passkeys-query.ts'
import { useSecondFactor } from './second-factor-query.ts'
import styles from './sign-in-settings.module.css'

/** The user's passkeys: which there are, the way to one more, and the way out of each. */
export function Passkeys() {
  const { data, error, refetch } = usePasskeys()
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <section className={styles['section']} aria-labelledby="passkeys">
      <h2 id="passkeys" className={styles['title']} ref={title} tabIndex={-1}>
        Passkeys
      </h2>
      {data ? (
        <Known passkeys={data} title={title} />
      ) : error ? (
        <ErrorPanel title={messageOf(error, 'Failed to load your passkeys')} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows label="Loading your passkeys" rows={1} />
      )}
    </section>
  )
}

interface KnownProps {
  readonly passkeys: readonly Passkey[]
  /** Takes the focus when what had it is gone. */
  readonly title: RefObject<HTMLHeadingElement | null>
}

function Known({ passkeys, title }: KnownProps) {
  const [isAdding, setAdding] = useState(false)
  const leave = useCallback(() => {
    setAdding(false)
    title.current?.focus()
  }, [title])
  const onAdded = useCallback(
    (passkey: Passkey) => {
      noteAdded(passkey)
      toast.success(`The passkey “${passkey.name}” now signs you in`)
      leave()
    },
    [leave],
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
        <AddPasskey onAdded={onAdded} onCancel={leave} />
      ) : knowsPasskeys() ? (
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
        noteRemoved(id)
        toast.success(`The passkey “${name}” is removed`)
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
