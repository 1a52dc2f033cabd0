import type { Message } from '@ultimate/events/staff/message-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Badge, type BadgeTone } from '@ultimate/kit/components/feedback/badge.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { nearestHeading, useFocusSuccessor } from '@ultimate/kit/focus/focus-successor.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useRef } from 'react'
import { useSecondsUntil } from '../announcements/announcements-query.ts'
import styles from './messages-page.module.css'
import { formatPeople, messagesKey, useGroups, useMessages } from './messages-query.ts'

/** Lists the written messages, newest first, each with how many of its emails were sent and failed. */
export function WrittenMessages() {
  const { data, error, isFetching, refetch } = useMessages()
  const place = useRef<HTMLElement>(null)
  useFocusSuccessor(place, nearestHeading)
  return (
    <section ref={place} aria-labelledby="written-messages" className={styles['written']}>
      <h2 id="written-messages">Written</h2>
      {data === undefined ? (
        error ? (
          <ErrorPanel
            title={messageOf(error, 'Failed to load the messages')}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <SkeletonRows label="Loading the messages" rows={2} />
        )
      ) : data.length === 0 ? (
        <EmptyState title="Nothing is written yet" headingLevel={3}>
          What you send is listed here, with anyone it didn’t reach.
        </EmptyState>
      ) : (
        <ul className={styles['list']}>
          {data.map((message) => (
            <li key={message.id} className={styles['item']}>
              <Item message={message} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const badges: Readonly<Record<Message['status'], { readonly tone: BadgeTone; readonly label: string }>> = {
  waiting: { tone: 'warn', label: 'Waits' },
  sending: { tone: 'warn', label: 'Being sent' },
  sent: { tone: 'good', label: 'Sent' },
}

function Item({ message }: { readonly message: Message }) {
  const { to, subject, text, at, status, failed } = message
  const groups = useGroups().data
  const names = to.map((name) => groups?.find((group) => group.name === name)?.label ?? 'Volunteers of a slot')
  const { tone, label } = badges[status]
  return (
    <>
      <div className={styles['head']}>
        <h3>{subject}</h3>
        <Badge tone={status === 'sent' && failed > 0 ? 'warn' : tone}>{label}</Badge>
      </div>
      <p className={styles['facts']}>
        {venueMoment(new Date(at))}, to {names.join(', ')}.
      </p>
      <details>
        <summary>Text</summary>
        <p className={styles['words']}>{text}</p>
      </details>
      <Progress message={message} />
      <Failures failures={message.failures} />
    </>
  )
}

/** Shows how far a message is sent, or a button that cancels it while it waits. */
function Progress({ message }: { readonly message: Message }) {
  const { status, recipients, sent, failed } = message
  if (status === 'waiting') return <WaitingMessage message={message} />
  return (
    <div className={styles['progress']}>
      {status === 'sending' && <progress max={recipients} value={sent + failed} aria-label="Sent emails" />}
      <p>
        {sent} of {recipients} sent{failed > 0 && `, ${failed} failed`}.
      </p>
    </div>
  )
}

function WaitingMessage({ message: { id, recipients, send_at: sendAt } }: { readonly message: Message }) {
  const seconds = useSecondsUntil(sendAt)
  const cancelling = useCommand({
    place: `cancel-message-${id}`,
    send: (_: null, idempotencyKey) => call('DELETE /api/messages/{id}', { params: { id } }, { idempotencyKey }),
    failed: 'Failed to cancel the message',
    onDone: () => {
      toast.success('Message canceled.')
      return refresh(messagesKey)
    },
    onError: (error) => {
      toast.error(messageOf(error, 'Failed to cancel the message'))
      return refresh(messagesKey)
    },
  })
  return (
    <div className={styles['send']}>
      <p className={styles['progress']}>
        {seconds > 0 ? (
          <>
            Goes to {formatPeople(recipients)} in <span className={styles['seconds']}>{seconds} s</span>.
          </>
        ) : (
          `Goes to ${formatPeople(recipients)} now.`
        )}
      </p>
      <Button
        variant="secondary"
        size="compact"
        busy={cancelling.isPending && !cancelling.waiting}
        onClick={() => cancelling.run(null)}
      >
        Cancel
      </Button>
      <WaitsForConnection waiting={cancelling.waiting} />
    </div>
  )
}

/** Lists the people whom the email did not reach, by team or name, and why. */
export function Failures({ failures }: Pick<Message, 'failures'>) {
  if (failures.length === 0) return null
  return (
    <details open={failures.length <= 3}>
      <summary>{failures.length === 1 ? 'One email failed' : `${failures.length} emails failed`}</summary>
      <ul className={styles['failures']}>
        {failures.map(({ name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name.
          <li key={index}>
            <b>{name}</b>: {reason}.
          </li>
        ))}
      </ul>
    </details>
  )
}
