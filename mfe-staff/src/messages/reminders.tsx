import { reminderNames } from '@ultimate/events/staff/reminder.ts'
import type { Reminder } from '@ultimate/events/staff/reminder-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Badge, type BadgeTone } from '@ultimate/kit/components/feedback/badge.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useState } from 'react'
import styles from '../messages-page.module.css'
import { peopleWords } from '../messages-query.ts'
import { Failures } from '../written-messages.tsx'
import { announceChange, changeReminder } from './change-reminder.ts'
import { EditReminderDialog } from './edit-reminder-dialog.tsx'
import { ReminderMail } from './reminder-mail.tsx'
import { isLeaving, remindersKey, useReminders } from './reminders-query.ts'
import { SendReminderDialog } from './send-reminder-dialog.tsx'

/** The emails that the site sends automatically: when, to how many people, and with what result. */
export function Reminders() {
  const { data, error, isFetching, refetch } = useReminders()
  return (
    <section aria-labelledby="reminders" className={styles['reminders']}>
      <h2 id="reminders">Reminders</h2>
      <p className={styles['facts']}>The site sends these automatically, once to each person.</p>
      {data === undefined ? (
        error ? (
          <ErrorPanel
            title={messageOf(error, 'Failed to load the reminders')}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <SkeletonRows label="Loading the reminders" rows={3} />
        )
      ) : (
        <ul className={styles['kinds']}>
          {data.map((reminder) => (
            <li key={reminder.kind} className={styles['item']}>
              <Item reminder={reminder} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const badges: Readonly<Record<Reminder['state'], { readonly tone: BadgeTone; readonly label: string }>> = {
  planned: { tone: 'neutral', label: 'Planned' },
  paused: { tone: 'warn', label: 'Paused' },
  sent: { tone: 'good', label: 'Sent' },
}

function Item({ reminder }: { readonly reminder: Reminder }) {
  const { kind, state, extra, note, failed } = reminder
  const isTd = useSessionStore(({ user }) => user?.role === 'TD')
  const { tone, label } = badges[state]
  return (
    <>
      <div className={styles['head']}>
        <h3>{reminderNames[kind]}</h3>
        <Badge tone={state === 'sent' && failed > 0 ? 'warn' : tone}>{label}</Badge>
      </div>
      <Numbers reminder={reminder} />
      {note !== null && <p className={styles['facts']}>{note}</p>}
      {extra !== '' && (
        <p className={styles['words']}>
          Extra line: <q>{extra}</q>
        </p>
      )}
      <Failures failures={reminder.failures} />
      {state !== 'sent' && <Actions reminder={reminder} isTd={isTd} />}
    </>
  )
}

/** The time and the number of people, or how many emails are sent so far. */
function Numbers({ reminder }: { readonly reminder: Reminder }) {
  const { state, at, recipients, sent, failed } = reminder
  if (state !== 'sent')
    return (
      <p>
        {at === null ? 'No time' : <time dateTime={at}>{venueMoment(new Date(at))}</time>}, to {peopleWords(recipients)}
        .
      </p>
    )
  return (
    <div className={styles['progress']}>
      {isLeaving(reminder) && <progress max={recipients} value={sent + failed} aria-label="Emails that have left" />}
      <p>
        {sent} of {recipients} sent{failed > 0 && `, ${failed} failed`}.
      </p>
    </div>
  )
}

type Opened = 'mail' | 'edit' | 'send' | null

function Actions({ reminder, isTd }: { readonly reminder: Reminder; readonly isTd: boolean }) {
  const { kind, at, recipients } = reminder
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const name = reminderNames[kind]
  const open = (what: Exclude<Opened, null>, label: string) => (
    <Button variant="secondary" size="compact" aria-label={`${label}: ${name}`} onClick={() => setOpened(what)}>
      {label}
    </Button>
  )
  return (
    <div className={styles['actions']}>
      {recipients > 0 && at !== null && open('mail', 'Show Email')}
      {isTd && open('edit', 'Edit')}
      {isTd && <PauseButton reminder={reminder} />}
      {isTd && recipients > 0 && at !== null && open('send', 'Send Now')}
      <Dialog open={opened === 'mail'} onClose={close} title={name}>
        {opened === 'mail' && <ReminderMail reminder={reminder} />}
      </Dialog>
      {opened === 'edit' && <EditReminderDialog reminder={reminder} onClose={close} />}
      {opened === 'send' && <SendReminderDialog reminder={reminder} onClose={close} />}
    </div>
  )
}

function PauseButton({ reminder: { kind, state } }: { readonly reminder: Reminder }) {
  const isPaused = state === 'paused'
  const change = useCommand({
    place: `pause-reminder-${kind}`,
    send: (paused: boolean, key) => changeReminder(kind, { paused }, key),
    failed: 'Failed to change the reminder',
    onDone: (key, paused) => announceChange(paused ? 'Reminder paused' : 'Reminder resumed', key),
    onError: (error) => {
      toast.error(messageOf(error, 'Failed to change the reminder'))
      return refresh(remindersKey)
    },
  })
  const label = isPaused ? 'Resume' : 'Pause'
  return (
    <>
      <Button
        variant="secondary"
        size="compact"
        aria-label={`${label}: ${reminderNames[kind]}`}
        busy={change.isPending && !change.waiting}
        onClick={() => change.run(!isPaused)}
      >
        {label}
      </Button>
      <WaitsForConnection waiting={change.waiting} />
    </>
  )
}
