import { maxExtra, reminderNames } from '@ultimate/events/staff/reminder.ts'
import type { Reminder } from '@ultimate/events/staff/reminder-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Badge, type BadgeTone } from '@ultimate/kit/components/feedback/badge.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo, messageOf } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import styles from './messages-page.module.css'
import { formatPeople } from './messages-query.ts'
import { reminderFields, reminderMachine, toChange, toDraft } from './reminder-form.ts'
import {
  announceChange,
  changeReminder,
  isLeaving,
  remindersKey,
  showReminder,
  useReminders,
  useSample,
} from './reminders-query.ts'
import { Failures } from './written-messages.tsx'

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

/** Shows when and to how many people the reminder goes, or how many of its emails were sent so far. */
function Numbers({ reminder }: { readonly reminder: Reminder }) {
  const { state, at, recipients, sent, failed } = reminder
  if (state !== 'sent')
    return (
      <p>
        {at === null ? 'No time' : <time dateTime={at}>{venueMoment(new Date(at))}</time>}, to{' '}
        {formatPeople(recipients)}.
      </p>
    )
  return (
    <div className={styles['progress']}>
      {isLeaving(reminder) && <progress max={recipients} value={sent + failed} aria-label="Sent emails" />}
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
    onDone: (key, paused) => announceChange(paused ? 'Reminder paused.' : 'Reminder resumed.', key),
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

/** Shows one email of the reminder as it would be sent now. */
function ReminderMail({ reminder }: { readonly reminder: Reminder }) {
  const { data, error } = useSample(reminder)
  if (data === undefined)
    return <p role="status">{error ? messageOf(error, 'Failed to load the email') : 'Loading the email…'}</p>
  if (data === null) return <p>No one would get it now, so there is no email to show.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long email is scrolled with the keyboard as well.
    <section className={styles['mail']} aria-label="The email" tabIndex={0}>
      <p className={styles['subject']}>{data.subject}</p>
      <p className={styles['words']}>{data.text}</p>
    </section>
  )
}

interface EditReminderDialogProps {
  readonly reminder: Reminder
  readonly onClose: () => void
}

/** Changes when a reminder is sent, and its extra line. */
function EditReminderDialog({ reminder, onClose }: EditReminderDialogProps) {
  const { kind, usual_at: usual } = reminder
  // The machine stays the same while the dialog is drawn again, so it reads the latest `onClose` from here.
  const latestClose = useRef(onClose)
  latestClose.current = onClose
  const [machine] = useState(() =>
    reminderMachine.provide({
      actors: {
        send: fromPromise(({ input: { key, draft } }) =>
          answerTo(reminderFields, async () => ({ key: await changeReminder(kind, toChange(draft, usual), key) })),
        ),
      },
      actions: {
        announce: (_, { value: { key } }) => {
          announceChange('Reminder changed.', key)
          latestClose.current()
        },
        focusField,
      },
    }),
  )
  const { errors, failure, isSending, waiting, draft, bind, submit, reset } = useForm(machine, {
    draft: toDraft(reminder),
  })
  const hasFieldError = errors.at !== undefined || errors.extra !== undefined
  return (
    <ConfirmDialog
      open
      title={reminderNames[kind]}
      confirmLabel="Save"
      busy={isSending}
      waiting={waiting}
      error={hasFieldError ? null : failure}
      onConfirm={() => submit()}
      onCancel={() => {
        reset()
        onClose()
      }}
    >
      {usual !== null && (
        <TextField
          label="Sent at"
          type="datetime-local"
          hint={`By the clock at the venue. Left empty, at the usual time, which follows the dates: ${venueMoment(new Date(usual))}.`}
          {...bind('at')}
        />
      )}
      <TextField
        label="Extra line"
        optional
        hint={`${draft.extra.trim().length} of ${maxExtra} characters, added to each email.`}
        {...bind('extra')}
      />
    </ConfirmDialog>
  )
}

interface SendReminderDialogProps {
  readonly reminder: Reminder
  readonly onClose: () => void
}

/** Asks before the emails are sent, because none can be called back: shows the email and how many people get it. */
function SendReminderDialog({ reminder, onClose }: SendReminderDialogProps) {
  const { kind, recipients, note } = reminder
  const sending = useCommand({
    send: (_: null, idempotencyKey) =>
      call('POST /api/reminders/{kind}/send', { params: { kind } }, { idempotencyKey }),
    failed: 'Failed to send the reminder',
    onDone: async ({ reminder: sent }) => {
      toast.success('We’re sending the emails.')
      onClose()
      await showReminder(sent)
    },
  })
  return (
    <ConfirmDialog
      open
      tone="danger"
      title={`Send to ${formatPeople(recipients)} now?`}
      confirmLabel="Send Now"
      command={sending}
      onConfirm={() => sending.run(null)}
      onCancel={onClose}
    >
      <p>{reminderNames[kind]}: everyone gets it once, so it is not sent again at its time.</p>
      {note !== null && <p>{note}</p>}
      <ReminderMail reminder={reminder} />
      <p>This cannot be undone: no email can be called back.</p>
    </ConfirmDialog>
  )
}
