import type { Passkey } from '@ultimate/events/staff/passkey-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { type RefObject, useCallback, useRef, useState } from 'react'
import entries from '../account/entries.module.css'
import { RemovePasskey } from '../remove-passkey/remove-passkey.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { knowsPasskeys } from './create-passkey.ts'
import styles from './passkeys.module.css'
import { noteAdded, usePasskeys } from './passkeys-query.ts'

/** The user's passkeys: which there are, the way to one more, and the way out of each. */
export function Passkeys() {
  const { data, error, refetch } = usePasskeys()
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <section className={entries['section']} aria-labelledby="passkeys">
      <h2 id="passkeys" className={entries['title']} ref={title} tabIndex={-1}>
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
      toast.success(`The passkey “${passkey.name}” lets you in from now on`)
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
        <ul className={entries['list']} aria-labelledby="passkeys">
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
    <li className={entries['entry']}>
      <div className={entries['words']}>
        <strong className={entries['name']}>{name}</strong>
        <span className={entries['when']}>
          Added <Moment at={at} />, {lastUsed ? 'last used ' : 'not used yet'}
          {lastUsed && <Moment at={lastUsed} />}
        </span>
      </div>
      <RemovePasskey passkey={passkey} isLast={isLast} />
    </li>
  )
}
