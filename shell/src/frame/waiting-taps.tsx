import { OfflineBar } from '@ultimate/kit/components/layout/offline-bar.tsx'
import { LateAnswer, late } from '@ultimate/kit/components/loading/late.tsx'
import { waitingWords, wipedWords } from '@ultimate/kit/outbox/waiting-words.ts'
import { lineOf, useLineStore } from '@ultimate/kit/state/line.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useWaitingStore, useWipedStore } from '@ultimate/kit/state/waiting.ts'
import { useState } from 'react'
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

/** The state of the line, with what waits for it. */
export function LineAndWaiting() {
  const waiting = useWaitingStore()
  const isWiped = useWipedStore((wiped) => wiped.isWiped)
  const userId = useSessionStore(({ user }) => user?.id ?? null)
  const isLineUp = useLineStore(lineOf) === 'up'
  const [isOpen, setOpen] = useState(false)
  const isOwn = waiting.of.some((one) => one.userId === userId)
  return (
    <>
      <OfflineBar
        waiting={[...waitingWords(waiting, userId, isLineUp), ...wipedWords(isWiped)]}
        action={
          isOwn && (
            <button type="button" className={styles['showWaiting']} onClick={() => setOpen(true)}>
              Show
            </button>
          )
        }
      />
      {isOwn && <Outbox />}
      <OutboxDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
