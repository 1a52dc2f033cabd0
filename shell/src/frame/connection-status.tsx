import { floatsAtTop } from '@ultimate/kit/components/layout/floating.ts'
import { LateAnswer, late } from '@ultimate/kit/components/loading/late.tsx'
import { isOwnWaiting, waitingWords, wipedWords } from '@ultimate/kit/offline-queue/waiting-words.ts'
import { useLocation, useNavigate } from '@ultimate/kit/router.ts'
import { type Connection, connectionOf, useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { type UnsentForm, unsentForm } from '@ultimate/kit/state/unsent.ts'
import { useWaitingStore, useWipedStore } from '@ultimate/kit/state/waiting.ts'
import { CloudOff, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import styles from './frame.module.css'

/** Draws nothing: loading the queue sends the commands of earlier visits, on every page. */
const OfflineQueue = late(
  async () => {
    await import('@ultimate/kit/offline-queue/queue.ts')
    return () => null
  },
  { what: 'The queue', failed: () => null },
)

const QueueDialog = late(async () => (await import('./queue-dialog.tsx')).QueueDialog, {
  what: 'The list of unsent changes',
  isWanted: ({ open }) => open,
  failed: LateAnswer,
})

/** Returns a form that was not sent, on all pages but its own. */
function useUnsentForm(): UnsentForm | null {
  const { pathname } = useLocation()
  const [form, setForm] = useState<UnsentForm | null>(null)
  // Reads the stored form anew with each page.
  useEffect(() => setForm(pathname === unsentForm.load()?.path ? null : unsentForm.load()), [pathname])
  return form
}

/** The state of the connection, with what waits for it. */
export function ConnectionStatus() {
  const waiting = useWaitingStore()
  const isWiped = useWipedStore((wiped) => wiped.isWiped)
  const userId = useSessionStore(({ user }) => user?.id ?? null)
  const isConnected = useConnectionStore(connectionOf) === 'up'
  const [isOpen, setOpen] = useState(false)
  const isOwn = waiting.of.some((counts) => isOwnWaiting(counts, userId))
  // Only the TD can clear the commands of a removed user.
  const isTd = useSessionStore(({ user }) => user?.role === 'TD')
  const unsent = useUnsentForm()
  const navigate = useNavigate()
  const mayShow = isOwn || (isTd && waiting.of.length > 0)
  return (
    <>
      <OfflineBar
        waiting={[
          ...waitingWords(waiting, userId, isConnected),
          ...wipedWords(isWiped),
          ...(unsent ? [unsent.sentence] : []),
        ]}
        action={
          <>
            {mayShow && (
              <button type="button" className={styles['showWaiting']} onClick={() => setOpen(true)}>
                Show
              </button>
            )}
            {unsent && (
              <button
                type="button"
                className={styles['showWaiting']}
                onClick={() => navigate(unsent.path, { state: { sendNow: true } })}
              >
                Send it now
              </button>
            )}
          </>
        }
      />
      {isOwn && <OfflineQueue />}
      <QueueDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

const sentences = {
  offline: 'You are offline.',
  unreachable: 'No connection to the site.',
} as const satisfies Partial<Record<Connection, string>>

interface OfflineBarProps {
  /** Sentences about commands and forms that are not sent. */
  readonly waiting: readonly string[]
  /** A button behind these. */
  readonly action: ReactNode
}

/**
 * A slim bar below the header while the connection is gone, or something was not sent. It lies over the page, so that
 * nothing moves.
 */
function OfflineBar({ waiting, action }: OfflineBarProps) {
  const now = useConnectionStore(connectionOf)
  const Icon = now === 'up' ? CloudOff : WifiOff
  const doesWait = waiting.length > 0
  return (
    <div role="status" className={styles['offlinePlace']}>
      {(now !== 'up' || doesWait) && (
        <div ref={floatsAtTop} className={styles['offline']}>
          <Icon aria-hidden="true" />
          <span>
            {now !== 'up' && <span className={doesWait ? styles['state'] : undefined}>{sentences[now]} </span>}
            {now !== 'up' && !doesWait && <span className={styles['meaning']}>What you see may be out of date.</span>}
            {waiting.join(' ')}
          </span>
          {doesWait && action}
        </div>
      )}
    </div>
  )
}
