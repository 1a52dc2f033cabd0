import type { Reminder } from '@ultimate/events/staff/reminder-api.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import styles from '../messages-page.module.css'
import { useSample } from './reminders-query.ts'

/** One of its emails as it would be sent now. */
export function ReminderMail({ reminder }: { readonly reminder: Reminder }) {
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
