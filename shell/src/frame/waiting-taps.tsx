import { OfflineBar } from '@ultimate/kit/components/layout/offline-bar.tsx'
import { LateAnswer, late } from '@ultimate/kit/components/loading/late.tsx'
import { waitingWords, wipedWords } from '@ultimate/kit/outbox/waiting-words.ts'
import { useLocation, useNavigate } from '@ultimate/kit/router.ts'
import { lineOf, useLineStore } from '@ultimate/kit/state/line.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { type UnsentForm, unsentForm } from '@ultimate/kit/state/unsent.ts'
import { useWaitingStore, useWipedStore } from '@ultimate/kit/state/waiting.ts'
import { useEffect, useState } from 'react'
import styles from './frame.module.css'

/** Sends the taps that an earlier visit has kept, on every page. */
const Outbox = late(
  async () => {
    await import('@ultimate/kit/outbox/outbox.ts')
    return () => null
  },
  { what: 'The outbox', failed: () => null },
)

const OutboxDialog = late(async () => (await import('@ultimate/kit/outbox/outbox-dialog.tsx')).OutboxDialog, {
  what: 'The list of what waits',
  isWanted: ({ open }) => open,
  failed: LateAnswer,
})

/** A form that was not sent, on all pages but its own. */
function useUnsentForm(): UnsentForm | null {
  const { pathname } = useLocation()
  const [form, setForm] = useState<UnsentForm | null>(null)
  // What is stored is looked at anew with each page.
  useEffect(() => setForm(pathname === unsentForm.load()?.path ? null : unsentForm.load()), [pathname])
  return form
}

/** The state of the connection, with what waits for it. */
export function LineAndWaiting() {
  const waiting = useWaitingStore()
  const isWiped = useWipedStore((wiped) => wiped.isWiped)
  const userId = useSessionStore(({ user }) => user?.id ?? null)
  const isLineUp = useLineStore(lineOf) === 'up'
  const [isOpen, setOpen] = useState(false)
  const isOwn = waiting.of.some((one) => one.userId === userId)
  // Where the user was removed, only the TD can clear them.
  const isTd = useSessionStore(({ user }) => user?.role === 'TD')
  const unsent = useUnsentForm()
  const navigate = useNavigate()
  const mayShow = isOwn || (isTd && waiting.of.length > 0)
  return (
    <>
      <OfflineBar
        waiting={[
          ...waitingWords(waiting, userId, isLineUp),
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
      {isOwn && <Outbox />}
      <OutboxDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
